using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace Pooling.Samples.Broker;

/// <summary>The topics that somebody has subscribed to. A publisher finds one without a lock.</summary>
internal sealed class Topics
{
    private readonly Lock _gate = new(); // for changes
    private readonly ConcurrentDictionary<string, Topic> _topics = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, Topic>.AlternateLookup<ReadOnlySpan<char>> _lookup;

    public Topics() => _lookup = _topics.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>Gets the number of topics.</summary>
    public int Count => _topics.Count;

    /// <summary>Attempts to find a topic. Allocates nothing.</summary>
    public bool TryFind(ReadOnlySpan<char> name, [MaybeNullWhen(false)] out Topic topic) =>
        _lookup.TryGetValue(name, out topic);

    public Subscription Add(string name, Session session)
    {
        lock (_gate)
            return _topics.GetOrAdd(name, static name => new Topic(name)).Add(session);
    }

    public void Remove(Subscription subscription)
    {
        lock (_gate)
        {
            if (subscription.Topic.Remove(subscription))
                _topics.TryRemove(subscription.Topic.Name, out _);
        }
    }
}
