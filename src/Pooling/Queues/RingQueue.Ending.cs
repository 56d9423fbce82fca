namespace Pooling.Queues;

// The end: no further items, and what becomes of those that are left.
public sealed partial class RingQueue<T>
{
    /// <summary>Refuses further items; those in the queue can still be taken. Again does nothing.</summary>
    public void Complete()
    {
        _isCompleted = true;
        _room = 0;
    }

    /// <summary>Takes all items, one by one, until the queue is empty.</summary>
    /// <typeparam name="TState">What the consumer needs to know.</typeparam>
    /// <param name="state">Passed to the consumer, so that it can be a static lambda, which allocates nothing.</param>
    /// <param name="consumer">Owns each item from the moment it is called, and may change the queue. What it throws reaches the caller;
    /// items that it has not seen stay.</param>
    /// <returns>How many items there were.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="consumer"/> is null.</exception>
    public int Drain<TState>(TState state, Action<TState, T> consumer)
    {
        ArgumentNullException.ThrowIfNull(consumer);

        int count = 0;
        for (; _count > 0; count++)
            consumer(state, Remove());

        return count;
    }

    /// <summary>Completes the queue, takes all items and disposes those that are <see cref="IDisposable"/>, so that leases go back to their
    /// pools, and gives up the storage. Again does nothing.</summary>
    /// <remarks>All items are disposed also if one of them throws; then the first exception reaches the caller.</remarks>
    public void Dispose()
    {
        Complete();
        DisposalFaults faults = default;
        while (_count > 0 && _slots.Length > 0)
            faults.Dispose(Remove());

        _slots = [];
        _head = 0;
        _count = 0;
        faults.Throw();
    }
}
