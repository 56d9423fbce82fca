using System.Threading.Channels;

namespace Pooling.Queues;

// Operations that cannot go on at once.
internal sealed partial class RingChannelCore<T, TRing>
{
    private OperationList _waitingToRead;
    private OperationList _reads;
    private OperationList _waitingToWrite;
    private OperationList _writes;

    internal ValueTask<T> ReadAsync(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<T>(Task.FromCanceled<T>(cancellationToken));

        return TryRead(out T item) ? new ValueTask<T>(item) : Rent(ref _spareReads).Begin(cancellationToken);
    }

    internal ValueTask<bool> WaitToReadAsync(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        return _ring.IsEmpty ? Rent(ref _spareReadWaits).Begin(cancellationToken) : new ValueTask<bool>(true);
    }

    internal ValueTask WriteAsync(T item, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask(Task.FromCanceled(cancellationToken));

        return TryWrite(item) ? default : Rent(ref _spareWrites).Begin(item, cancellationToken);
    }

    internal ValueTask<bool> WaitToWriteAsync(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        return !_ring.IsClosed && HasRoom ? new ValueTask<bool>(true) : Rent(ref _spareWriteWaits).Begin(cancellationToken);
    }

    private bool HasRoom => _mode != BoundedChannelFullMode.Wait || _ring.Count < _ring.Capacity;

    /// <summary>Puts an operation into its list, unless it could go on by now.</summary>
    /// <returns><see langword="false"/> if it is to try again. With <see langword="true"/> it belongs to whoever resumes it, maybe already.</returns>
    private bool TryPark(Operation operation)
    {
        lock (_gate)
        {
            if (operation.IsCancelled)
                return false;

            bool reads = operation.IsReading;
            ref OperationList list = ref operation.ListOf(this);
            list.Add(operation);
            operation.IsParked = true;
            Watch(reads ? ReadersWait : WritersWait);
            if (reads || _ring.DequeueIsFenced)
                Interlocked.MemoryBarrier(); // pairs with the fence in OnWritten, or the claim: who moved an item sees the operation, or the item is seen now
            else
                ProcessBarrier.Heavy(); // pairs with the light half in TryRead

            if (!_ring.IsClosed && (reads ? _ring.IsEmpty : !HasRoom))
                return true;

            list.Remove(operation);
            operation.IsParked = false;
            Watch(0);
            return false;
        }
    }

    /// <summary>Says in the word that all look at what they should look after. Under the gate.</summary>
    private void Watch(int more)
    {
        int attention = (_attention & Completing) | more;
        if (!_waitingToRead.IsEmpty || !_reads.IsEmpty)
            attention |= ReadersWait;

        if (!_waitingToWrite.IsEmpty || !_writes.IsEmpty)
            attention |= WritersWait;

        Volatile.Write(ref _attention, attention); // pairs with the reads in TryRead, OnRead and OnWritten
    }

    /// <summary>An item came: all who only wait to hear that, and one who takes it. That one resumes the next if there is more.</summary>
    private void ResumeReaders()
    {
        if ((Volatile.Read(ref _attention) & ReadersWait) == 0) // pairs with the writes in Watch
            return;

        OperationList resumed = default;
        lock (_gate)
        {
            resumed.TakeAll(ref _waitingToRead);
            resumed.TakeOne(ref _reads);
            Watch(0);
        }

        Resume(ref resumed);
    }

    private void ResumeWriters()
    {
        if ((Volatile.Read(ref _attention) & WritersWait) == 0) // pairs with the writes in Watch
            return;

        OperationList resumed = default;
        lock (_gate)
        {
            resumed.TakeAll(ref _waitingToWrite);
            resumed.TakeOne(ref _writes);
            Watch(0);
        }

        Resume(ref resumed);
    }

    private void Resume(ref OperationList resumed)
    {
        while (resumed.Take() is { } operation)
        {
            if (_resumesInline)
                operation.Execute();
            else
                WorkQueue.Post(operation);
        }
    }

    private void Cancel(Operation operation)
    {
        OperationList resumed = default;
        lock (_gate)
        {
            operation.IsCancelled = true;
            if (operation.IsParked)
            {
                ref OperationList list = ref operation.ListOf(this);
                list.Remove(operation);
                operation.IsParked = false;
                resumed.Add(operation);
                Watch(0);
            }
        }

        Resume(ref resumed);
    }
}
