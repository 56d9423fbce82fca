using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>Provides a bounded first-in, first-out queue for exactly one producer thread and one consumer
/// thread.</summary>
/// <typeparam name="T">The item type, a struct or a class. A slot that contains references is cleared when its item is
/// removed.</typeparam>
/// <remarks>
/// <para>Thread safety: one thread may add items while one other thread removes them. If two threads add, or two
/// remove, items are lost, come twice or come as the default value, and a call that detects it throws
/// <see cref="InvalidOperationException"/>. A role may move to another thread if the two are synchronized, for example
/// by an await. <see cref="Count"/>, <see cref="IsEmpty"/>, <see cref="IsCompleted"/> and <see cref="Complete"/> may be
/// called from any thread. The queue is wait-free: no operation waits for the other side.</para>
/// <para>Allocation: the constructor allocates the slots; no other member allocates.</para>
/// <para>Sources: L. Lamport, "Specifying Concurrent Program Modules" (TOPLAS 1983); P. P. C. Lee, T. Bu and G.
/// Chandranmenon, "A Lock-Free, Cache-Efficient Shared Ring Buffer for Multi-Core Architectures" (ANCS 2009).</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class SpscRingQueue<T> : IDisposable
{
    private SpscRing<T, ProcessorAtomics> _ring;

    /// <summary>Initializes a new, empty queue.</summary>
    /// <param name="capacity">The maximum number of items, from 1 to 536,870,912.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is out of range.</exception>
    public SpscRingQueue(int capacity) => _ring = new SpscRing<T, ProcessorAtomics>(capacity);

    internal SpscRingQueue(int capacity, long start) => _ring = new SpscRing<T, ProcessorAtomics>(capacity, start);

    /// <summary>Gets the maximum number of items in the queue.</summary>
    public int Capacity => _ring.Capacity;

    /// <summary>Gets the number of items at some moment during the call, from 0 to <see cref="Capacity"/>. It may have
    /// changed when the call returns.</summary>
    public int Count => _ring.Count;

    /// <summary>Gets a value that indicates whether the queue was empty at some moment during the call.</summary>
    public bool IsEmpty => _ring.IsEmpty;

    /// <summary>Gets a value that indicates whether <see cref="Complete"/> was called and no item is left.</summary>
    public bool IsCompleted => _ring.IsClosed && _ring.IsEmpty;

    private string DebuggerText => $"Count = {Count}, Capacity = {Capacity}, IsCompleted = {IsCompleted}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Attempts to add an item. Producer only.</summary>
    /// <param name="item">The item to add. The caller keeps it if it was not added.</param>
    /// <returns><see langword="false"/> if the queue was full or completed; the item was not added.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnqueue(T item) => _ring.TryEnqueue(item);

    /// <summary>Adds the first items, as many as fit, and publishes them together. Producer only.</summary>
    /// <param name="items">The items to add. The caller keeps those that were not added.</param>
    /// <returns>The number of items added: fewer than specified if the queue became full, and 0 if it was full or
    /// completed.</returns>
    public int EnqueueMany(ReadOnlySpan<T> items) => _ring.EnqueueMany(items);

    /// <summary>Attempts to remove the oldest item. Consumer only.</summary>
    /// <param name="item">The oldest item; the default value if the queue was empty.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDequeue([MaybeNullWhen(false)] out T item) => _ring.TryDequeue(out item);

    /// <summary>Removes the oldest items, up to the length of the span. Consumer only.</summary>
    /// <param name="items">The span that receives the items, oldest first. The rest of the span is unchanged.</param>
    /// <returns>The number of items removed; 0 if the queue or <paramref name="items"/> was empty.</returns>
    public int DequeueMany(Span<T> items) => _ring.DequeueMany(items);

    /// <summary>Attempts to read the oldest item without removing it. Consumer only.</summary>
    /// <param name="item">The oldest item; the default value if the queue was empty.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    public bool TryPeek([MaybeNullWhen(false)] out T item) => _ring.TryPeek(out item);

    /// <summary>Attempts to remove the oldest item if it matches a predicate. Consumer only.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="predicate">Called once with the oldest item and the state; not called if the queue is empty. If it
    /// throws, the exception is passed to the caller and the item stays in the queue.</param>
    /// <param name="state">The state to pass to the predicate. It allows for a static lambda, which does not
    /// allocate.</param>
    /// <param name="item">The removed item; the default value if none was removed.</param>
    /// <returns><see langword="false"/> if the queue was empty or the predicate returned <see langword="false"/>;
    /// nothing was removed.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="predicate"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The predicate removed the item itself.</exception>
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

    /// <summary>Refuses further items; the items in the queue can still be removed. Any thread. Calling it again has no
    /// effect.</summary>
    /// <remarks>A call of the producer that is in progress on another thread may still add its items.</remarks>
    public void Complete() => _ring.Close();

    /// <summary>Removes all items one by one, until the queue is observed empty. Consumer only.</summary>
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
    /// leases are returned to their pools. Consumer only, after the producer has stopped or its items are refused.
    /// Calling it again has no effect.</summary>
    /// <remarks>All items are disposed even if some throw; then the first exception is thrown to the caller.</remarks>
    public void Dispose()
    {
        _ring.Close();
        RingItems.DisposeAll<T, SpscRing<T, ProcessorAtomics>>(ref _ring);
    }
}
