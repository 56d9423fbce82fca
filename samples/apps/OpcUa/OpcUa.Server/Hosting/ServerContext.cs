using OpcUa.Protocol.Transport;
using OpcUa.Server.Connections;
using OpcUa.Server.Nodes;
using OpcUa.Server.Sessions;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Hosting;

/// <summary>The state that all connections of a server share. Any thread may use it.</summary>
internal sealed class ServerContext
{
    private uint _lastChannel;
    private uint _lastSubscription;
    private KnownEndpoints? _lastEndpoints;

    public ServerContext(OpcUaServerOptions options)
    {
        Limits = options.Limits;
        Security = options.Security;
        Space = new AddressSpace(options.Nodes, Limits.Operations);
        Memory = new TransportMemory(Limits.Memory);
        Held = HeldShares.OfAll(Limits);
        Book = new AddressBook(Limits, Memory, Held);
        Sessions = new SessionTable(this);
    }

    public ServerLimits Limits { get; }

    public ServerSecurity? Security { get; }

    public ServerCounters Counters { get; } = new();

    public AddressSpace Space { get; }

    /// <summary>Gets the shares of all sessions.</summary>
    public HeldShares Held { get; }

    public AddressBook Book { get; }

    public SessionTable Sessions { get; }

    public TransportMemory Memory { get; }

    public MessageShelf Shelf { get; } = new();

    /// <summary>The URL of the server, for clients that do not specify one.</summary>
    public string EndpointUrl { get; set; } = "";

    /// <summary>The endpoints returned to the last client that requested them.</summary>
    public KnownEndpoints? LastEndpoints
    {
        get => Volatile.Read(ref _lastEndpoints);
        set => Volatile.Write(ref _lastEndpoints, value);
    }

    public uint NextChannel() => Interlocked.Increment(ref _lastChannel);

    public uint NextSubscription() => Interlocked.Increment(ref _lastSubscription);
}
