namespace Pooling.GameServer.Before;

/// <summary>A queue as a list of nodes under a lock.</summary>
/// <remarks>Published as the baseline of GC-009.</remarks>
internal sealed class PacketQueue<T>(int capacity) where T : class
{
    private readonly LinkedList<T> _items = [];
    private int _count;

    /// <summary>Whether the queue is empty, determined without the lock.</summary>
    public bool IsEmpty => Volatile.Read(ref _count) == 0; // pairs with the writes under the lock

    /// <returns><see langword="false"/> if the queue was full.</returns>
    public bool TryAdd(T item)
    {
        lock (_items)
        {
            if (_items.Count >= capacity)
                return false;

            _items.AddLast(item);
            Volatile.Write(ref _count, _items.Count);
            return true;
        }
    }

    /// <summary>Removes the first item if it matches.</summary>
    public bool TryTake(Func<T, bool> predicate, out T? item)
    {
        lock (_items)
        {
            item = _items.First?.Value;
            if (item is null || !predicate(item))
            {
                item = null;
                return false;
            }

            _items.RemoveFirst();
            Volatile.Write(ref _count, _items.Count);
            return true;
        }
    }
}
