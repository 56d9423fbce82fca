using OpcUa.Client;
using OpcUa.Protocol.Transport;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures connecting to a server in the same process, opening a channel without security, creating a session and closing all of
/// them.</summary>
/// <remarks>The published figures are for a channel with security, whose keys and certificates cost most. This stack reads no
/// XML.</remarks>
[AllThreads]
public class SessionBenchmarks
{
    private readonly TransportMemory _memory = new();
    private LoopbackServer _server = null!;
    private ClientOptions _options = null!;

    [GlobalSetup]
    public void Setup()
    {
        _server = LoopbackServer.Start(nodes: 1);
        _options = new ClientOptions { Memory = _memory };
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _server.Dispose();
        _memory.Dispose();
    }

    /// <summary>Requests the endpoints before each connection, through a separate channel.</summary>
    [Benchmark(Baseline = true), Row("OPCUA-session-establishment", Role.Before)]
    public async Task<int> WithDiscovery()
    {
        await UaClient.GetEndpointsAsync(_server.Server.EndpointUrl);
        return await Connect(new ClientOptions());
    }

    /// <summary>Uses the endpoints of the first connection for all.</summary>
    [Benchmark, Row("OPCUA-session-establishment", Role.Published)]
    public Task<int> DiscoveryKept() => Connect(new ClientOptions());

    /// <summary>Also shares the memory of the transport.</summary>
    [Benchmark, Row("OPCUA-session-establishment", Role.Ours)]
    public Task<int> DiscoveryAndMemoryKept() => Connect(_options);

    private async Task<int> Connect(ClientOptions options)
    {
        await using UaClient client = await UaClient.ConnectAsync(_server.Server.EndpointUrl, options);
        return (int)client.State;
    }
}
