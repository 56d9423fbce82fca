namespace Pooling.Queues;

// The end: no further items, and what becomes of those that are left.
public sealed partial class RingQueue<T>
{
    /// <summary>Refuses further items; the items in the queue can still be removed. A second call has no effect.</summary>
    public void Complete()
    {
        _isCompleted = true;
        _room = 0;
    }

    /// <summary>Removes all items, one by one, until the queue is empty.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="consumer">Called with each item, which it owns from then on, and the state; it may change the queue. An exception that
    /// it throws reaches the caller; items that it was not given stay.</param>
    /// <param name="state">The state passed to the consumer, so that it can be a static lambda, which allocates nothing.</param>
    /// <returns>The number of removed items.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="consumer"/> is <see langword="null"/>.</exception>
    public int Drain<TState>(Action<T, TState> consumer, TState state)
    {
        ArgumentNullException.ThrowIfNull(consumer);

        int count = 0;
        for (; _count > 0; count++)
            consumer(Remove(), state);

        return count;
    }

    /// <summary>Completes the queue, removes all items and disposes those that are <see cref="IDisposable"/>, so that leases return to
    /// their pools, and releases the storage. A second call has no effect.</summary>
    /// <remarks>All items are disposed also if one of them throws; then the first exception reaches the caller.</remarks>
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
