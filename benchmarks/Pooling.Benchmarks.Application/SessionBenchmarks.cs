using OpcUa.Client;
using OpcUa.Protocol.Transport;

namespace Pooling.Benchmarks.Application;

/// <summary>Connects to a server in the same process, opens a channel without security, creates a session and closes all of it.</summary>
/// <remarks>The published figures are of a channel with security, whose keys and certificates cost most; this stack reads no XML.</remarks>
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

    /// <summary>Asks for the endpoints before each connection, through a channel of its own.</summary>
    [Benchmark(Baseline = true), Row("OPCUA-session-establishment", Role.Before)]
    public async Task<int> WithDiscovery()
    {
        await UaClient.GetEndpointsAsync(_server.Server.EndpointUrl);
        return await Connect(new ClientOptions());
    }

    /// <summary>The endpoints of the first connection serve for all.</summary>
    [Benchmark, Row("OPCUA-session-establishment", Role.Published)]
    public Task<int> DiscoveryKept() => Connect(new ClientOptions());

    /// <summary>So does the memory of the transport.</summary>
    [Benchmark, Row("OPCUA-session-establishment", Role.Ours)]
    public Task<int> DiscoveryAndMemoryKept() => Connect(_options);

    private async Task<int> Connect(ClientOptions options)
    {
        await using UaClient client = await UaClient.ConnectAsync(_server.Server.EndpointUrl, options);
        return (int)client.State;
    }
}
