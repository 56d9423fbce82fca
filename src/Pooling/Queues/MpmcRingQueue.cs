using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Pooling.Queues;

/// <summary>Provides a bounded first-in, first-out queue for any number of producer and consumer threads.</summary>
/// <typeparam name="T">The item type, a struct or a class. A slot that contains references is cleared when its item is
/// removed.</typeparam>
/// <remarks>
/// <para>Thread safety: every member may be called from any thread. The queue is linearizable but not lock-free: an
/// operation waits for another one that has claimed its place and has not yet written or read the item. This takes a
/// few instructions unless that thread was suspended.</para>
/// <para>Allocation: the constructor allocates the slots; no other member allocates.</para>
/// <para>Source: D. Vyukov, "Bounded MPMC queue" (1024cores.net, 2010), with an exact limit and answers that are true
/// at one instant.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class MpmcRingQueue<T> : IDisposable
{
    private MpmcRing<T, ProcessorAtomics> _ring;

    /// <summary>Initializes a new, empty queue.</summary>
    /// <param name="capacity">The maximum number of items, from 1 to 536,870,912.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is out of range.</exception>
    public MpmcRingQueue(int capacity) => _ring = new MpmcRing<T, ProcessorAtomics>(capacity);

    internal MpmcRingQueue(int capacity, long start) => _ring = new MpmcRing<T, ProcessorAtomics>(capacity, start);

    /// <summary>Gets the maximum number of items in the queue.</summary>
    public int Capacity => _ring.Capacity;

    /// <summary>Gets the number of items at some moment during the call, from 0 to <see cref="Capacity"/>, including
    /// those that a producer is still writing.</summary>
    public int Count => _ring.Count;

    /// <summary>Gets a value that indicates whether the queue was empty at some moment during the call.</summary>
    public bool IsEmpty => _ring.IsEmpty;

    /// <summary>Gets a value that indicates whether <see cref="Complete"/> was called and no item is left.</summary>
    public bool IsCompleted => _ring.IsClosed && _ring.IsEmpty;

    private string DebuggerText => $"Count = {Count}, Capacity = {Capacity}, IsCompleted = {IsCompleted}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Attempts to add an item. Any thread.</summary>
    /// <param name="item">The item to add. The caller keeps it if it was not added.</param>
    /// <returns><see langword="false"/> if the queue was full or completed; the item was not added.</returns>
    public bool TryEnqueue(T item) => _ring.TryEnqueue(item);

    /// <summary>Adds the first items, as many as fit. Items of other producers may come between them. Any
    /// thread.</summary>
    /// <param name="items">The items to add. The caller keeps those that were not added.</param>
    /// <returns>The number of items added: fewer than specified if the queue became full, and 0 if it was full or
    /// completed.</returns>
    public int EnqueueMany(ReadOnlySpan<T> items) => _ring.EnqueueMany(items);

    /// <summary>Attempts to remove the oldest item. Any thread.</summary>
    /// <param name="item">The oldest item; the default value if the queue was empty.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    public bool TryDequeue([MaybeNullWhen(false)] out T item) => _ring.TryDequeue(out item);

    /// <summary>Removes the oldest items, up to the length of the span. Other consumers may remove items between them.
    /// Any thread.</summary>
    /// <param name="items">The span that receives the items, oldest first. The rest of the span is unchanged.</param>
    /// <returns>The number of items removed; 0 if the queue or <paramref name="items"/> was empty.</returns>
    public int DequeueMany(Span<T> items) => _ring.DequeueMany(items);

    /// <summary>Attempts to add an item. Removes the oldest items while there is no room for it. Any thread.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="item">The item to add. The caller keeps it if it was not added.</param>
    /// <param name="dropped">Called with each removed item and the state; it then owns the item. If it throws, the
    /// exception is passed to the caller and the new item is not added.</param>
    /// <param name="state">The state to pass to <paramref name="dropped"/>. It allows for a static lambda, which does
    /// not allocate.</param>
    /// <returns><see langword="false"/> if the queue was completed; the new item was not added, but items may have been
    /// removed.</returns>
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

    /// <summary>Refuses further items; the items in the queue can still be removed. Any thread. Calling it again has no
    /// effect.</summary>
    /// <remarks>No item is added after this method has returned.</remarks>
    public void Complete() => _ring.Close();

    /// <summary>Removes all items one by one, until the queue is observed empty. Any thread.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="consumer">Called with each item and the state; it then owns the item. If it throws, the exception
    /// is passed to the caller, and items that it was not called with stay in the queue.</param>
    /// <param name="state">The state to pass to the consumer. It allows for a static lambda, which does not
    /// allocate.</param>
    /// <returns>The number of items removed.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="consumer"/> is <see langword="null"/>.</exception>
    public int Drain<TState>(Action<T, TState> consumer, TState state)
    {
        ArgumentNullException.ThrowIfNull(consumer);

        return RingItems.Drain(ref _ring, consumer, state);
    }

    /// <summary>Completes the queue, removes all items, and disposes those that are <see cref="IDisposable"/>, so that
    /// leases are returned to their pools. Any thread. Calling it again has no effect.</summary>
    /// <remarks>All items are disposed even if some throw; then the first exception is thrown to the caller.</remarks>
    public void Dispose()
    {
        _ring.Close();
        RingItems.DisposeAll<T, MpmcRing<T, ProcessorAtomics>>(ref _ring);
    }
}
