using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>Bounded first-in first-out queue for exactly one producer thread and one consumer thread.</summary>
/// <typeparam name="T">The item type, a struct or a class. A slot that holds references is cleared when its item leaves.</typeparam>
/// <remarks>
/// <para>Thread safety: one thread may add while one other takes; any other mix is undefined. A role may move to another thread if
/// something orders the two, as an await does. <see cref="Count"/>, <see cref="IsEmpty"/>, <see cref="IsCompleted"/> and
/// <see cref="Complete"/> are for any thread. Wait-free: no operation waits for the other side.</para>
/// <para>Allocation: the slots, once, by the constructor; no other member allocates.</para>
/// <para>Sources: L. Lamport, "Specifying Concurrent Program Modules" (TOPLAS 1983); P. P. C. Lee, T. Bu and G. Chandranmenon, "A
/// Lock-Free, Cache-Efficient Shared Ring Buffer for Multi-Core Architectures" (ANCS 2009).</para>
/// </remarks>
public sealed class SpscRingQueue<T> : IDisposable
{
    private SpscRing<T, ProcessorAtomics> _ring;

    /// <summary>Creates an empty queue.</summary>
    /// <param name="capacity">The most items that the queue holds, from 1 to 536,870,912.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is out of range.</exception>
    public SpscRingQueue(int capacity) => _ring = new SpscRing<T, ProcessorAtomics>(capacity);

    internal SpscRingQueue(int capacity, long start) => _ring = new SpscRing<T, ProcessorAtomics>(capacity, start);

    /// <summary>The most items that the queue holds.</summary>
    public int Capacity => _ring.Capacity;

    /// <summary>How many items there were at some moment during the call, from 0 to <see cref="Capacity"/>; one more or less already when
    /// it returns.</summary>
    public int Count => _ring.Count;

    /// <summary>Whether there was no item at some moment during the call.</summary>
    public bool IsEmpty => _ring.IsEmpty;

    /// <summary>Whether <see cref="Complete"/> was called and no item is left.</summary>
    public bool IsCompleted => _ring.IsClosed && _ring.IsEmpty;

    /// <summary>Adds an item if there is room. Producer only.</summary>
    /// <param name="item">The item. The caller keeps it if it was not added.</param>
    /// <returns><see langword="false"/> if the queue was full or completed: the item was not added.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnqueue(T item) => _ring.TryEnqueue(item);

    /// <summary>Adds as many items as there is room for, the first ones, and shows them to the consumer at once. Producer only.</summary>
    /// <param name="items">The items. The caller keeps those that were not added.</param>
    /// <returns>How many were added: fewer than given if the queue became full, 0 if it was full or completed.</returns>
    public int EnqueueMany(ReadOnlySpan<T> items) => _ring.EnqueueMany(items);

    /// <summary>Takes the oldest item. Consumer only.</summary>
    /// <param name="item">The item; the default value if there was none.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDequeue([MaybeNullWhen(false)] out T item) => _ring.TryDequeue(out item);

    /// <summary>Takes the oldest items, as many as there are or fit. Consumer only.</summary>
    /// <param name="items">Receives the items, the oldest first; what lies behind them is left as it was.</param>
    /// <returns>How many were taken; 0 if the queue was empty or <paramref name="items"/> is.</returns>
    public int DequeueMany(Span<T> items) => _ring.DequeueMany(items);

    /// <summary>Copies the oldest item and leaves it in the queue. Consumer only.</summary>
    /// <param name="item">The item; the default value if there was none.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    public bool TryPeek([MaybeNullWhen(false)] out T item) => _ring.TryPeek(out item);

    /// <summary>Takes the oldest item if it is the right one. Consumer only.</summary>
    /// <typeparam name="TState">What the predicate needs to know.</typeparam>
    /// <param name="state">Passed to the predicate, so that it can be a static lambda, which allocates nothing.</param>
    /// <param name="predicate">Is asked once, about the oldest item; not at all if there is none. What it throws reaches the caller, and
    /// the item stays.</param>
    /// <param name="item">The item; the default value if none was taken.</param>
    /// <returns><see langword="false"/> if the queue was empty or the predicate said no: nothing was taken.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="predicate"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The predicate took the item itself.</exception>
    public bool TryDequeueIf<TState>(TState state, Func<TState, T, bool> predicate, [MaybeNullWhen(false)] out T item)
    {
        ArgumentNullException.ThrowIfNull(predicate);

        if (!_ring.TryPeek(out item, out long head) || !predicate(state, item))
        {
            item = default!;
            return false;
        }

        if (!_ring.TryRemove(head))
            RingItems.ThrowTakenMeanwhile();

        return true;
    }

    /// <summary>Refuses further items; those in the queue can still be taken. Any thread; again does nothing.</summary>
    /// <remarks>A call of the producer that is in progress on another thread may still add its items.</remarks>
    public void Complete() => _ring.Close();

    /// <summary>Takes all items, one by one, until the queue is seen empty. Consumer only.</summary>
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
    /// pools. Consumer only, after the producer has stopped or seen that the queue refuses; again does nothing.</summary>
    /// <remarks>All items are disposed also if one of them throws; then the first exception reaches the caller.</remarks>
    public void Dispose()
    {
        _ring.Close();
        RingItems.DisposeAll<T, SpscRing<T, ProcessorAtomics>>(ref _ring);
    }
}
