using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Server.Connections;
using OpcUa.Server.Hosting;
using OpcUa.Server.Nodes;
using OpcUa.Server.Subscriptions;
using Pooling.Queues;

namespace OpcUa.Server.Sessions;

/// <summary>A session of a client: its subscriptions and waiting publish requests. It outlives its connection.</summary>
/// <remarks>Guarded by <see cref="Gate"/>, which a request or a turn of the publisher holds.</remarks>
internal sealed partial class Session
{
    private readonly ServerLimits _limits;
    private readonly ServerCounters _counters;
    private readonly AddressSpace _space;
    private readonly MessageShelf _shelf;
    private readonly List<Subscription> _subscriptions = []; // highest priority first, and in turn
    private readonly RingQueue<HeldPublish> _held;
    private long _lastRequest = Environment.TickCount64;

    public Session(NodeId id, NodeId token, AddressEntry address, TimeSpan timeout, ServerContext context)
    {
        Id = id;
        Token = token;
        Address = address;
        Timeout = timeout;
        Held = address.Held.ForSession(context.Limits);
        _limits = context.Limits;
        _counters = context.Counters;
        _space = context.Space;
        _shelf = context.Shelf;
        _held = new RingQueue<HeldPublish>(1, context.Limits.PublishRequests);
        Continuations = new ContinuationPoints(context.Limits);
    }

    public NodeId Id { get; }

    /// <summary>Gets the secret in the header of each request.</summary>
    public NodeId Token { get; }

    /// <summary>Gets the address from which the session was created.</summary>
    public AddressEntry Address { get; }

    /// <summary>Gets the session's share of the memory that all sessions hold.</summary>
    public HeldShares Held { get; }

    public TimeSpan Timeout { get; }

    /// <summary>Gets or sets the certificate of the client that created the session over a secured channel. Only this client may use
    /// it.</summary>
    public Certificate? Client { get; set; }

    /// <summary>Gets or sets the nonce that the client signs at the next activation.</summary>
    public byte[] ServerNonce { get; set; } = [];

    public Lock Gate { get; } = new();

    /// <summary>Gets the connection, or <see langword="null"/> if there is none.</summary>
    public ServerConnection? Connection { get; private set; }

    public bool IsActivated { get; private set; }

    public bool IsEnded { get; private set; }

    public ContinuationPoints Continuations { get; }

    public int SubscriptionCount => _subscriptions.Count;

    /// <summary>Records a request.</summary>
    public void Touch() => Volatile.Write(ref _lastRequest, Environment.TickCount64);

    public bool IsTimedOut(long now) => now - Volatile.Read(ref _lastRequest) > Timeout.TotalMilliseconds;

    /// <summary>Binds the session to a connection. Publish requests of the previous connection can no longer be answered.</summary>
    public void Activate(ServerConnection connection)
    {
        if (Connection != connection)
            DropHeld();

        Connection = connection;
        IsActivated = true;
    }

    /// <summary>Records that a connection was closed.</summary>
    public void Leave(ServerConnection connection)
    {
        if (Connection != connection)
            return;

        Connection = null;
        DropHeld();
    }

    public Subscription? Find(uint subscription)
    {
        foreach (Subscription item in _subscriptions)
        {
            if (item.Id == subscription)
                return item;
        }

        return null;
    }

    public void Add(Subscription subscription)
    {
        Insert(subscription);
        _counters.AddSubscription(1);
    }

    /// <summary>Changes the priority of a subscription.</summary>
    public void SetPriority(Subscription subscription, byte priority)
    {
        _subscriptions.Remove(subscription);
        subscription.Priority = priority;
        Insert(subscription);
    }

    /// <summary>Deletes a subscription.</summary>
    /// <returns><see langword="false"/> if there is no such subscription.</returns>
    public bool TryRemove(uint subscription)
    {
        if (Find(subscription) is not { } found)
            return false;

        _subscriptions.Remove(found);
        found.End(_space);
        return true;
    }

    /// <summary>Closes the session, with all its subscriptions and requests.</summary>
    public void End(StatusCode reason)
    {
        if (IsEnded)
            return;

        IsEnded = true;
        FailHeld(reason);
        foreach (Subscription subscription in _subscriptions)
            subscription.End(_space);

        _subscriptions.Clear();
        Connection?.Forget(this);
        Connection = null;
        _counters.AddSession(-1);
    }

    private void Insert(Subscription subscription)
    {
        int index = _subscriptions.Count; // found without a delegate, which would be allocated for each message
        while (index > 0 && _subscriptions[index - 1].Priority < subscription.Priority)
            index--;

        _subscriptions.Insert(index, subscription);
    }
}
