using System.Collections.Concurrent;

namespace Pooling.Samples.Broker;

/// <summary>The subscribers of each topic. A change makes a new array, so that a publisher goes through one without a lock.</summary>
internal sealed class Topics
{
    private readonly Lock _gate = new(); // for changes
    private readonly ConcurrentDictionary<string, Session[]> _subscribers = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, Session[]>.AlternateLookup<ReadOnlySpan<char>> _lookup;

    public Topics() => _lookup = _subscribers.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>Gets the number of topics that somebody has subscribed to.</summary>
    public int Count => _subscribers.Count;

    /// <summary>Finds the subscribers of a topic. Allocates nothing.</summary>
    public Session[] Find(ReadOnlySpan<char> topic) => _lookup.TryGetValue(topic, out Session[]? sessions) ? sessions : [];

    public void Add(string topic, Session session)
    {
        lock (_gate)
            _subscribers[topic] = [.. Find(topic), session];
    }

    public void Remove(string topic, Session session)
    {
        lock (_gate)
        {
            Session[] left = [.. Find(topic).Where(other => other != session)];
            if (left.Length > 0)
                _subscribers[topic] = left;
            else
                _subscribers.TryRemove(topic, out _);
        }
    }
}
