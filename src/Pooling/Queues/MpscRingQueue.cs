using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>Bounded first-in first-out queue for any number of producer threads and exactly one consumer thread.</summary>
/// <typeparam name="T">The item type, a struct or a class. A slot that holds references is cleared when its item leaves.</typeparam>
/// <remarks>
/// <para>Thread safety: any number of threads may add while one takes; two that take at once are undefined. The consumer's role may move to
/// another thread if something orders the two, as an await does. <see cref="Count"/>, <see cref="IsEmpty"/>, <see cref="IsCompleted"/> and
/// <see cref="Complete"/> are for any thread. Linearizable; not lock-free: the consumer waits for a producer that has its place in the
/// queue and has not yet written the item, a few instructions unless its thread was suspended.</para>
/// <para>Allocation: the slots, once, by the constructor; no other member allocates.</para>
/// <para>Source: D. Vyukov, "Bounded MPMC queue" (1024cores.net, 2010), with an exact limit.</para>
/// </remarks>
[DebuggerDisplay("Count = {Count}, Capacity = {Capacity}, IsCompleted = {IsCompleted}")]
public sealed class MpscRingQueue<T> : IDisposable
{
    private MpscRing<T, ProcessorAtomics> _ring;

    /// <summary>Initializes a new instance of the queue, empty.</summary>
    /// <param name="capacity">The maximum number of items, from 1 to 536,870,912.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is out of range.</exception>
    public MpscRingQueue(int capacity) => _ring = new MpscRing<T, ProcessorAtomics>(capacity);

    internal MpscRingQueue(int capacity, long start) => _ring = new MpscRing<T, ProcessorAtomics>(capacity, start);

    /// <summary>Gets the maximum number of items in the queue.</summary>
    public int Capacity => _ring.Capacity;

    /// <summary>Gets the number of items at some moment during the call, from 0 to <see cref="Capacity"/>, including those that a producer
    /// is still writing.</summary>
    public int Count => _ring.Count;

    /// <summary>Gets a value that indicates whether the queue was empty at some moment during the call.</summary>
    public bool IsEmpty => _ring.IsEmpty;

    /// <summary>Gets a value that indicates whether <see cref="Complete"/> was called and no item is left.</summary>
    public bool IsCompleted => _ring.IsClosed && _ring.IsEmpty;

    /// <summary>Attempts to add an item. Any thread.</summary>
    /// <param name="item">The item to add. The caller keeps it if it was not added.</param>
    /// <returns><see langword="false"/> if the queue was full or completed: the item was not added.</returns>
    public bool TryEnqueue(T item) => _ring.TryEnqueue(item);

    /// <summary>Adds the first items, as many as there is room for, next to each other. Any thread.</summary>
    /// <param name="items">The items to add. The caller keeps those that were not added.</param>
    /// <returns>The number of added items: fewer than given if the queue became full, 0 if it was full or completed.</returns>
    public int EnqueueMany(ReadOnlySpan<T> items) => _ring.EnqueueMany(items);

    /// <summary>Attempts to remove the oldest item. Consumer only.</summary>
    /// <param name="item">The oldest item; the default value if the queue was empty.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDequeue([MaybeNullWhen(false)] out T item) => _ring.TryDequeue(out item);

    /// <summary>Removes the oldest items, as many as there are or fit. Consumer only.</summary>
    /// <param name="items">Receives the items, the oldest first; the rest of the span is left unchanged.</param>
    /// <returns>The number of removed items; 0 if the queue or <paramref name="items"/> was empty.</returns>
    public int DequeueMany(Span<T> items) => _ring.DequeueMany(items);

    /// <summary>Attempts to read the oldest item without removing it. Consumer only.</summary>
    /// <param name="item">The oldest item; the default value if the queue was empty.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    public bool TryPeek([MaybeNullWhen(false)] out T item) => _ring.TryPeek(out item);

    /// <summary>Attempts to remove the oldest item if it matches a predicate. Consumer only.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="predicate">Called once with the oldest item and the state; not called if the queue is empty. An exception that it
    /// throws reaches the caller, and the item stays.</param>
    /// <param name="state">The state passed to the predicate, so that it can be a static lambda, which allocates nothing.</param>
    /// <param name="item">The removed item; the default value if none was removed.</param>
    /// <returns><see langword="false"/> if the queue was empty or the predicate returned <see langword="false"/>: nothing was
    /// removed.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="predicate"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The predicate took the item itself.</exception>
    public bool TryDequeueIf<TState>(Func<T, TState, bool> predicate, TState state, [MaybeNullWhen(false)] out T item)
    {
        ArgumentNullException.ThrowIfNull(predicate);

        if (!_ring.TryPeek(out item, out long head) || !predicate(item, state))
        {
            item = default!;
            return false;
        }

        if (!_ring.TryRemove(head))
            RingItems.ThrowTakenMeanwhile();

        return true;
    }

    /// <summary>Refuses further items; the items in the queue can still be removed. Any thread. A second call has no effect.</summary>
    /// <remarks>No item is added after it returned.</remarks>
    public void Complete() => _ring.Close();

    /// <summary>Removes all items, one by one, until the queue is seen empty. Consumer only.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="consumer">Called with each item, which it owns from then on, and the state. An exception that it throws reaches the
    /// caller; items that it was not given stay.</param>
    /// <param name="state">The state passed to the consumer, so that it can be a static lambda, which allocates nothing.</param>
    /// <returns>The number of removed items.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="consumer"/> is <see langword="null"/>.</exception>
    public int Drain<TState>(Action<T, TState> consumer, TState state)
    {
        ArgumentNullException.ThrowIfNull(consumer);

        return RingItems.Drain(ref _ring, consumer, state);
    }

    /// <summary>Completes the queue, removes all items and disposes those that are <see cref="IDisposable"/>, so that leases return to
    /// their pools. Consumer only. A second call has no effect.</summary>
    /// <remarks>All items are disposed also if one of them throws; then the first exception reaches the caller.</remarks>
    public void Dispose()
    {
        _ring.Close();
        RingItems.DisposeAll<T, MpscRing<T, ProcessorAtomics>>(ref _ring);
    }
}
