using OpcUa.Client;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Server;
using OpcUa.Server.Hosting;

namespace Pooling.Benchmarks.Application;

/// <summary>A server of the sample and a client of it, in this process, with sockets between them.</summary>
internal sealed class LoopbackServer : IDisposable
{
    internal const ushort Namespace = 2; // of the variables: ns=2;i=1 to N

    private LoopbackServer(OpcUaServer server, UaClient client) => (Server, Client) = (server, client);

    internal OpcUaServer Server { get; }

    internal UaClient Client { get; }

    /// <summary>Starts a server whose variables do not change, and connects to it.</summary>
    /// <param name="nodes">The number of variables.</param>
    /// <param name="rate">The number of changes per second, when the server is no longer frozen.</param>
    internal static LoopbackServer Start(int nodes, int rate = 0)
    {
        // One machine connects as often as it can, because this is measured.
        var limits = new ServerLimits
        {
            HandshakesPerSecond = 1_000_000,
            HandshakesPerSecondAndAddress = 1_000_000,
            Connections = 10_000,
            PerAddress = 10_000,
            Handshake = TimeSpan.FromMinutes(1), // thousands of clients connect, and the machine may be busy
            NoSession = TimeSpan.FromMinutes(2),
        };
        OpcUaServer server = OpcUaServer.Start(new OpcUaServerOptions { Port = 0, Nodes = nodes, Rate = rate, Limits = limits });
        server.Freeze();
        return new LoopbackServer(server, UaClient.ConnectAsync(server.EndpointUrl).GetAwaiter().GetResult());
    }

    /// <summary>Gives each variable another value.</summary>
    internal void SetValues(NodeId[] nodes) => SetValues(nodes.Select(static (node, i) => (node, i + 0.5)));

    /// <summary>Sets the values of variables, one after the other.</summary>
    internal void SetValues(IEnumerable<(NodeId Node, double Value)> values)
    {
        StatusCode[] statuses = Client.WriteAsync(values.Select(static value =>
            new WriteValue(value.Node, AttributeIds.Value, null, new DataValue(value.Value)))).GetAwaiter().GetResult();
        if (statuses.Any(static status => status.IsBad))
            throw new InvalidOperationException("The server does not accept the values.");
    }

    internal static NodeId[] Nodes(int count) => [.. Enumerable.Range(1, count).Select(static i => new NodeId((uint)i, Namespace))];

    public void Dispose()
    {
        Client.DisposeAsync().AsTask().GetAwaiter().GetResult();
        Server.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }
}
