using System.Buffers;

namespace Pooling.Samples.Broker;

/// <summary>The subscriptions of one topic. To add or to remove one takes the same time, however many there
/// are.</summary>
internal sealed class Topic(string name)
{
    private readonly Lock _gate = new();
    private readonly List<Subscription> _subscriptions = [];

    public string Name => name;

    public Subscription Add(Session session)
    {
        lock (_gate)
        {
            _subscriptions.Add(new Subscription(this, session) { Index = _subscriptions.Count });
            return _subscriptions[^1];
        }
    }

    /// <summary>Removes a subscription, whose place the last one takes.</summary>
    /// <returns><see langword="true"/> if it was the only one.</returns>
    public bool Remove(Subscription subscription)
    {
        lock (_gate)
        {
            _subscriptions[^1].Index = subscription.Index;
            _subscriptions[subscription.Index] = _subscriptions[^1];
            _subscriptions.RemoveAt(_subscriptions.Count - 1);
            return _subscriptions.Count == 0;
        }
    }

    /// <summary>Copies the subscriptions into an array of the shared pool, to which the caller returns it.</summary>
    public Subscription[] Rent(out int count)
    {
        lock (_gate)
        {
            count = _subscriptions.Count;
            Subscription[] copy = ArrayPool<Subscription>.Shared.Rent(count);
            _subscriptions.CopyTo(copy);
            return copy;
        }
    }
}
