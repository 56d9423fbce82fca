using System.Diagnostics.CodeAnalysis;

namespace Pooling.Queues;

/// <summary>Bounded first-in first-out queue for any number of producer and consumer threads.</summary>
/// <typeparam name="T">The item type, a struct or a class. A slot that holds references is cleared when its item leaves.</typeparam>
/// <remarks>
/// <para>Thread safety: every member is for any thread. Linearizable; not lock-free: an operation waits for another one that has its place
/// in the queue and has not yet written or read the item, a few instructions unless its thread was put aside.</para>
/// <para>Allocation: the slots, once, by the constructor; no other member allocates.</para>
/// <para>Source: D. Vyukov, "Bounded MPMC queue" (1024cores.net, 2010), with an exact limit and
/// answers that are true at one instant.</para>
/// </remarks>
public sealed class MpmcRingQueue<T> : IDisposable
{
    private MpmcRing<T, ProcessorAtomics> _ring;

    /// <summary>Creates an empty queue.</summary>
    /// <param name="capacity">The most items that the queue holds, from 1 to 536,870,912.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is out of range.</exception>
    public MpmcRingQueue(int capacity) => _ring = new MpmcRing<T, ProcessorAtomics>(capacity);

    internal MpmcRingQueue(int capacity, long start) => _ring = new MpmcRing<T, ProcessorAtomics>(capacity, start);

    /// <summary>The most items that the queue holds.</summary>
    public int Capacity => _ring.Capacity;

    /// <summary>How many items there were at some moment during the call, from 0 to <see cref="Capacity"/>, those included that a producer
    /// is just writing.</summary>
    public int Count => _ring.Count;

    /// <summary>Whether there was no item at some moment during the call.</summary>
    public bool IsEmpty => _ring.IsEmpty;

    /// <summary>Whether <see cref="Complete"/> was called and no item is left.</summary>
    public bool IsCompleted => _ring.IsClosed && _ring.IsEmpty;

    /// <summary>Adds an item if there is room. Any thread.</summary>
    /// <param name="item">The item. The caller keeps it if it was not added.</param>
    /// <returns><see langword="false"/> if the queue was full or completed: the item was not added.</returns>
    public bool TryEnqueue(T item) => _ring.TryEnqueue(item);

    /// <summary>Adds as many items as there is room for, the first ones; items of other producers may come between them. Any
    /// thread.</summary>
    /// <param name="items">The items. The caller keeps those that were not added.</param>
    /// <returns>How many were added: fewer than given if the queue became full, 0 if it was full or completed.</returns>
    public int EnqueueMany(ReadOnlySpan<T> items) => _ring.EnqueueMany(items);

    /// <summary>Takes the oldest item. Any thread.</summary>
    /// <param name="item">The item; the default value if there was none.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    public bool TryDequeue([MaybeNullWhen(false)] out T item) => _ring.TryDequeue(out item);

    /// <summary>Takes the oldest items, as many as there are or fit; other consumers may take items between them. Any thread.</summary>
    /// <param name="items">Receives the items, the oldest first; what lies behind them is left as it was.</param>
    /// <returns>How many were taken; 0 if the queue was empty or <paramref name="items"/> is.</returns>
    public int DequeueMany(Span<T> items) => _ring.DequeueMany(items);

    /// <summary>Adds an item, and takes the oldest ones as long as there is no room for it. Any thread.</summary>
    /// <typeparam name="TState">What the callback needs to know.</typeparam>
    /// <param name="item">The item. The caller keeps it if it was not added.</param>
    /// <param name="state">Passed to <paramref name="dropped"/>, so that it can be a static lambda, which allocates nothing.</param>
    /// <param name="dropped">Owns each dropped item from the moment it is called. What it throws reaches the caller: then the new item was
    /// not added.</param>
    /// <returns>How many items were dropped; -1 if the queue was completed: the new item was not added, though items may have been dropped
    /// before.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="dropped"/> is null.</exception>
    public int EnqueueOverwrite<TState>(T item, TState state, Action<TState, T> dropped)
    {
        ArgumentNullException.ThrowIfNull(dropped);

        int count = 0;
        while (!_ring.TryEnqueue(item))
        {
            if (_ring.IsClosed)
                return -1;

            if (_ring.TryDequeue(out T oldest))
            {
                dropped(state, oldest);
                count++;
            }
        }

        return count;
    }

    /// <summary>Refuses further items; those in the queue can still be taken. Any thread; again does nothing.</summary>
    /// <remarks>No item is added after it returned.</remarks>
    public void Complete() => _ring.Close();

    /// <summary>Takes all items, one by one, until the queue is seen empty. Any thread.</summary>
    /// <typeparam name="TState">What the consumer needs to know.</typeparam>
    /// <param name="state">Passed to the consumer, so that it can be a static lambda, which allocates nothing.</param>
    /// <param name="consumer">Owns each item from the moment it is called. What it throws reaches the caller; items that it has not seen
    /// stay.</param>
    /// <returns>How many items there were.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="consumer"/> is null.</exception>
    public int Drain<TState>(TState state, Action<TState, T> consumer)
    {
        ArgumentNullException.ThrowIfNull(consumer);

        return RingItems.Drain(ref _ring, state, consumer);
    }

    /// <summary>Completes the queue, takes all items and disposes those that are <see cref="IDisposable"/>, so that leases go back to their
    /// pools. Any thread; again does nothing.</summary>
    /// <remarks>All items are disposed also if one of them throws; then the first exception reaches the caller.</remarks>
    public void Dispose()
    {
        _ring.Close();
        RingItems.DisposeAll<T, MpmcRing<T, ProcessorAtomics>>(ref _ring);
    }
}
