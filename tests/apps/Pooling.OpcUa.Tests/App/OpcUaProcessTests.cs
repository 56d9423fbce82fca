using OpcUa.App;

namespace Pooling.OpcUa.App;

public sealed class OpcUaProcessTests() : ComparisonProcessTests(
    typeof(OpcUaProgram), "opcua",
    server: "serve --nodes 10 --rate 10", announcement: "listening on opc.tcp://127.0.0.1:",
    comparison: "--items 10 --rate 10", title: "before, round 1 of 3: 10 items");
