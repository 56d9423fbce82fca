using OpcUa.Client.After;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures reading 1,000 values in one call, from a server in the same process.</summary>
/// <remarks>The bytes of the server are included for all contenders. They are the same: an array of the requested nodes, and an array of
/// values.</remarks>
[AllThreads]
public class ClientReadBenchmarks
{
    private const int Values = 1_000;

    private readonly NodeId[] _nodes = LoopbackServer.Nodes(Values);
    private LoopbackServer _server = null!;
    private NodeReader _reader = null!;

    [GlobalSetup]
    public void Setup()
    {
        _server = LoopbackServer.Start(Values);
        _server.SetValues(_nodes);
        _reader = new NodeReader(_server.Client, _nodes);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _reader.Dispose();
        _server.Dispose();
    }

    [Benchmark(Baseline = true), Row("OPCUA-client-read", Role.Before)]
    public async Task<double> Objects()
    {
        var request = new ObjectReadRequest();
        foreach (NodeId node in _nodes)
            request.NodesToRead.Add(new ObjectReadValueId(node, AttributeIds.Value, null));

        ObjectReadResponse response = await _server.Client.CallAsync<ObjectReadResponse>(request);
        double sum = 0;
        foreach (ObjectDataValue value in response.Values)
            sum += (double)value.Value!;

        return sum;
    }

    [Benchmark, Row("OPCUA-client-read", Role.Published)]
    public async Task<double> Structs() => Sum(await _server.Client.ReadAsync(_nodes));

    [Benchmark, Row("OPCUA-client-read", Role.Ours)]
    public async Task<double> KeptReader()
    {
        await _reader.ReadAsync();
        return Sum(_reader.Values);
    }

    private static double Sum(ReadOnlySpan<DataValue> values)
    {
        double sum = 0;
        foreach (ref readonly DataValue value in values)
            sum += value.Value.Get<double>();

        return sum;
    }
}
