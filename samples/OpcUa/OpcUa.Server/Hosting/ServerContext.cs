using OpcUa.Protocol.Transport;
using OpcUa.Server.Connections;
using OpcUa.Server.Nodes;
using OpcUa.Server.Sessions;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Hosting;

/// <summary>What all connections of a server have in common. Any thread.</summary>
internal sealed class ServerContext
{
    private uint _lastChannel;
    private uint _lastSubscription;

    public ServerContext(OpcUaServerOptions options)
    {
        Limits = options.Limits;
        Space = new AddressSpace(options.Nodes);
        Book = new AddressBook(Limits);
        Sessions = new SessionTable(this);
        Memory = new TransportMemory(Limits.Memory);
    }

    public ServerLimits Limits { get; }

    public ServerCounters Counters { get; } = new();

    public AddressSpace Space { get; }

    public AddressBook Book { get; }

    public SessionTable Sessions { get; }

    public TransportMemory Memory { get; }

    public MessageShelf Shelf { get; } = new();

    /// <summary>Where the server listens, for clients that do not say whom they want.</summary>
    public string EndpointUrl { get; set; } = "";

    public uint NextChannel() => Interlocked.Increment(ref _lastChannel);

    public uint NextSubscription() => Interlocked.Increment(ref _lastSubscription);
}
