namespace Pooling.Queues;

// Completion, and handling the remaining items.
public sealed partial class RingQueue<T>
{
    /// <summary>Refuses further items; the items in the queue can still be removed. Calling it again has no
    /// effect.</summary>
    public void Complete()
    {
        _isCompleted = true;
        _room = 0;
    }

    /// <summary>Removes all items one by one, until the queue is empty.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="consumer">Called with each item and the state; it then owns the item, and may change the queue. If
    /// it throws, the exception is passed to the caller, and items that it was not called with stay in the
    /// queue.</param>
    /// <param name="state">The state to pass to the consumer. It allows for a static lambda, which does not
    /// allocate.</param>
    /// <returns>The number of items removed.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="consumer"/> is <see langword="null"/>.</exception>
    public int Drain<TState>(Action<T, TState> consumer, TState state)
    {
        ArgumentNullException.ThrowIfNull(consumer);

        int count = 0;
        for (; _count > 0; count++)
            consumer(Remove(), state);

        return count;
    }

    /// <summary>Completes the queue, removes all items, disposes those that are <see cref="IDisposable"/>, so that
    /// leases are returned to their pools, and releases the storage. Calling it again has no effect.</summary>
    /// <remarks>All items are disposed even if some throw; then the first exception is thrown to the caller.</remarks>
    public void Dispose()
    {
        Complete();
        FirstFault fault = default;
        while (_count > 0 && _slots.Length > 0)
            fault.Dispose(Remove());

        _slots = [];
        _head = 0;
        _count = 0;
        fault.Throw();
    }
}
