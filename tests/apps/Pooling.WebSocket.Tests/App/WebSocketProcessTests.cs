using WebSockets.App;

namespace Pooling.WebSockets.App;

public sealed class WebSocketProcessTests() : ComparisonProcessTests(
    typeof(WebSocketProgram), "websocket",
    server: "hub", announcement: "listening on ws://127.0.0.1:",
    comparison: "--sockets 10 --rate 10", title: "before, round 1 of 2: 10 sockets");
