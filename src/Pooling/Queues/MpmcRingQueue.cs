using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Pooling.Queues;

/// <summary>Bounded first-in first-out queue for any number of producer and consumer threads.</summary>
/// <typeparam name="T">The item type, a struct or a class. A slot that holds references is cleared when its item leaves.</typeparam>
/// <remarks>
/// <para>Thread safety: every member is for any thread. Linearizable; not lock-free: an operation waits for another one that has its place
/// in the queue and has not yet written or read the item, a few instructions unless its thread was suspended.</para>
/// <para>Allocation: the slots, once, by the constructor; no other member allocates.</para>
/// <para>Source: D. Vyukov, "Bounded MPMC queue" (1024cores.net, 2010), with an exact limit and answers that are true at one
/// instant.</para>
/// </remarks>
[DebuggerDisplay("Count = {Count}, Capacity = {Capacity}, IsCompleted = {IsCompleted}")]
public sealed class MpmcRingQueue<T> : IDisposable
{
    private MpmcRing<T, ProcessorAtomics> _ring;

    /// <summary>Initializes a new instance of the queue, empty.</summary>
    /// <param name="capacity">The maximum number of items, from 1 to 536,870,912.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is out of range.</exception>
    public MpmcRingQueue(int capacity) => _ring = new MpmcRing<T, ProcessorAtomics>(capacity);

    internal MpmcRingQueue(int capacity, long start) => _ring = new MpmcRing<T, ProcessorAtomics>(capacity, start);

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

    /// <summary>Adds the first items, as many as there is room for; items of other producers may come between them. Any
    /// thread.</summary>
    /// <param name="items">The items to add. The caller keeps those that were not added.</param>
    /// <returns>The number of added items: fewer than given if the queue became full, 0 if it was full or completed.</returns>
    public int EnqueueMany(ReadOnlySpan<T> items) => _ring.EnqueueMany(items);

    /// <summary>Attempts to remove the oldest item. Any thread.</summary>
    /// <param name="item">The oldest item; the default value if the queue was empty.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    public bool TryDequeue([MaybeNullWhen(false)] out T item) => _ring.TryDequeue(out item);

    /// <summary>Removes the oldest items, as many as there are or fit; other consumers may remove items between them. Any thread.</summary>
    /// <param name="items">Receives the items, the oldest first; the rest of the span is left unchanged.</param>
    /// <returns>The number of removed items; 0 if the queue or <paramref name="items"/> was empty.</returns>
    public int DequeueMany(Span<T> items) => _ring.DequeueMany(items);

    /// <summary>Attempts to add an item, and removes the oldest ones while there is no room for it. Any thread.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="item">The item to add. The caller keeps it if it was not added.</param>
    /// <param name="dropped">Called with each removed item, which it owns from then on, and the state. An exception that it throws reaches
    /// the caller, and the new item is not added.</param>
    /// <param name="state">The state passed to <paramref name="dropped"/>, so that it can be a static lambda, which allocates
    /// nothing.</param>
    /// <returns><see langword="false"/> if the queue was completed: the new item was not added, though items may have been removed
    /// before.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="dropped"/> is <see langword="null"/>.</exception>
    public bool TryEnqueueOverwrite<TState>(T item, Action<T, TState> dropped, TState state)
    {
        ArgumentNullException.ThrowIfNull(dropped);

        while (!_ring.TryEnqueue(item))
        {
            if (_ring.IsClosed)
                return false;

            if (_ring.TryDequeue(out T oldest))
                dropped(oldest, state);
        }

        return true;
    }

    /// <summary>Refuses further items; the items in the queue can still be removed. Any thread. A second call has no effect.</summary>
    /// <remarks>No item is added after it returned.</remarks>
    public void Complete() => _ring.Close();

    /// <summary>Removes all items, one by one, until the queue is seen empty. Any thread.</summary>
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
    /// their pools. Any thread. A second call has no effect.</summary>
    /// <remarks>All items are disposed also if one of them throws; then the first exception reaches the caller.</remarks>
    public void Dispose()
    {
        _ring.Close();
        RingItems.DisposeAll<T, MpmcRing<T, ProcessorAtomics>>(ref _ring);
    }
}
