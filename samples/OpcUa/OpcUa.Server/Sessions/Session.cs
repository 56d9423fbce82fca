using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Connections;
using OpcUa.Server.Hosting;
using OpcUa.Server.Nodes;
using OpcUa.Server.Subscriptions;
using Pooling.Queues;

namespace OpcUa.Server.Sessions;

/// <summary>A client's session: its subscriptions, and its publish requests that wait. It outlives its connection.</summary>
/// <remarks>All of it is under <see cref="Gate"/>, which one request or one turn of the publisher holds at a time.</remarks>
internal sealed partial class Session
{
    private readonly ServerCounters _counters;
    private readonly AddressSpace _space;
    private readonly MessageShelf _shelf;
    private readonly List<Subscription> _subscriptions = []; // highest priority first
    private readonly RingQueue<HeldPublish> _held;
    private long _lastRequest = Environment.TickCount64;

    public Session(NodeId id, NodeId token, AddressEntry address, TimeSpan timeout, ServerContext context)
    {
        Id = id;
        Token = token;
        Address = address;
        Timeout = timeout;
        _counters = context.Counters;
        _space = context.Space;
        _shelf = context.Shelf;
        _held = new RingQueue<HeldPublish>(1, context.Limits.PublishRequests);
        Continuations = new ContinuationPoints(context.Limits);
    }

    public NodeId Id { get; }

    /// <summary>The secret that stands in the header of each request.</summary>
    public NodeId Token { get; }

    /// <summary>Where it was created from.</summary>
    public AddressEntry Address { get; }

    public TimeSpan Timeout { get; }

    public Lock Gate { get; } = new();

    /// <summary>The connection that it is used over; <see langword="null"/> while there is none.</summary>
    public ServerConnection? Connection { get; private set; }

    public bool IsActivated { get; private set; }

    public bool IsEnded { get; private set; }

    public ContinuationPoints Continuations { get; }

    public int SubscriptionCount => _subscriptions.Count;

    /// <summary>The items of all its subscriptions.</summary>
    public int ItemCount
    {
        get
        {
            int count = 0;
            foreach (Subscription subscription in _subscriptions)
                count += subscription.ItemCount;

            return count;
        }
    }

    /// <summary>Is told of each request.</summary>
    public void Touch() => Volatile.Write(ref _lastRequest, Environment.TickCount64);

    public bool IsTimedOut(long now) => now - Volatile.Read(ref _lastRequest) > Timeout.TotalMilliseconds;

    /// <summary>Ties the session to a connection. Publish requests that came over another one cannot be answered any more.</summary>
    public void Activate(ServerConnection connection)
    {
        if (Connection != connection)
            DropHeld();

        Connection = connection;
        IsActivated = true;
    }

    /// <summary>Is told that a connection has gone.</summary>
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
        int index = _subscriptions.FindIndex(other => other.Priority < subscription.Priority);
        _subscriptions.Insert(index < 0 ? _subscriptions.Count : index, subscription);
        _counters.AddSubscription(1);
    }

    /// <summary>Ends a subscription.</summary>
    /// <returns><see langword="false"/> if there is no such one.</returns>
    public bool TryRemove(uint subscription)
    {
        if (Find(subscription) is not { } found)
            return false;

        _subscriptions.Remove(found);
        found.End(_space);
        return true;
    }

    /// <summary>Ends the session, all its subscriptions and requests.</summary>
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
}
