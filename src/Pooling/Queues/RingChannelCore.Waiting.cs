using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace Pooling.Queues;

// Operations that cannot continue immediately.
internal sealed partial class RingChannelCore<T, TRing>
{
    private const int ReadsUntilUnfenced = 1_024; // about the cost of a process-wide fence, in fences of the reader

    private readonly ReadOperation _firstRead;
    private readonly ReadWait _firstReadWait;
    private readonly WriteOperation _firstWrite;
    private readonly WriteWait _firstWriteWait;
    private int _fencedReads; // since a writer last waited; written by the single reader

    internal ValueTask<T> ReadAsync(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<T>(Task.FromCanceled<T>(cancellationToken));

        if (TryRead(out T item))
            return new ValueTask<T>(item);

        return cancellationToken.CanBeCanceled || !_readers.TryTakeFirst(ref _readers.MoverState, Side.Waits)
            ? Rent(ref _readers, ref _readers.MoverState, _firstRead, ref _spareReads).Begin(cancellationToken)
            : _firstRead.BeginParked(ref _readers.MoverState);
    }

    internal ValueTask<bool> WaitToReadAsync(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        if (HasItems)
            return new ValueTask<bool>(true);

        return cancellationToken.CanBeCanceled || !_readers.TryTakeFirst(ref _readers.WatcherState, Side.Waits)
            ? Rent(ref _readers, ref _readers.WatcherState, _firstReadWait, ref _spareReadWaits).Begin(
                cancellationToken)
            : _firstReadWait.BeginParked(ref _readers.WatcherState);
    }

    internal ValueTask WriteAsync(T item, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask(Task.FromCanceled(cancellationToken));

        return TryWrite(item) ? default
            : Rent(ref _writers, ref _writers.MoverState, _firstWrite, ref _spareWrites).Begin(item, cancellationToken);
    }

    internal ValueTask<bool> WaitToWriteAsync(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        return !_ring.IsClosed && HasRoom
            ? new ValueTask<bool>(true)
            : Rent(ref _writers, ref _writers.WatcherState, _firstWriteWait, ref _spareWriteWaits).Begin(
                cancellationToken);
    }

    private bool HasRoom => _mode != BoundedChannelFullMode.Wait || _ring.Count < _ring.Capacity;

    /// <summary>Parks an operation unless it could continue by now, or is refused.</summary>
    /// <returns><see langword="false"/> if it must try again, or was refused. If <see langword="true"/>, it belongs to
    /// whoever resumes it, possibly already.</returns>
    private bool TryPark(Operation operation)
    {
        ref Side side = ref SideOf(operation);
        if (operation.IsFirst)
        {
            ref int state = ref Side.StateOf(ref side, operation);
            // pairs with the fence in OnWritten, or the claim: whoever moves an item sees the operation, or the item is
            // seen below
            Interlocked.Exchange(ref state, Side.Waits);
            return StaysParked(operation, ref state);
        }

        using (Enter())
        {
            if (operation.IsCancelled)
                return false;

            ref OperationList list = ref Side.ListOf(ref side, operation);
            list.Add(operation);
            operation.IsParked = true;
            side.Watch();
            Interlocked.MemoryBarrier(); // like the exchange above
            if (!operation.IsReading)
                FenceDequeues();

            if (MustWait(operation.IsReading))
            {
                operation.IsRefused = IsBesideAnother(ref side, operation);
                if (!operation.IsRefused)
                    return true;
            }

            list.Remove(operation);
            operation.IsParked = false;
            side.Watch();
            return false;
        }
    }

    /// <summary>The second check of a first operation, after the full fence with which it was parked.</summary>
    /// <returns><see langword="false"/> if it must try again, and was not resumed.</returns>
    private bool StaysParked(Operation operation, ref int state)
    {
        bool reads = operation.IsReading;
        if (!_ring.DequeueIsFenced && !reads)
        {
            using (Enter())
                FenceDequeues();
        }

        // An operation that parks in a list reads the state after its fence, and this one reads the list after its own:
        // at least one of the two sees the other, and the gate decides.
        ref Side side = ref (reads ? ref _readers : ref _writers);
        // pairs with the writes in Watch
        if (side.IsSingle && (Volatile.Read(ref side.Listed) & Side.Waits) != 0 && operation.Moves && MustWait(reads))
        {
            using (Enter())
            {
                if (!operation.IsCancelled && !side.Movers.IsEmpty && Side.TryResume(ref state))
                {
                    operation.IsRefused = true;
                    return false;
                }
            }
        }

        return (!operation.IsCancelled && MustWait(reads)) || !Side.TryResume(ref state);
    }

    /// <summary>Whether an operation of the list waits next to another one although only one may. Under the
    /// gate.</summary>
    private static bool IsBesideAnother(ref Side side, Operation operation) =>
        side.IsSingle
        && operation.Moves
        && (operation.Previous is not null
            // pairs with the exchanges in TryPark and TryTakeFirst; one that was cancelled may just withdraw
            || (Volatile.Read(ref side.MoverState) == Side.Waits && !side.FirstMover.IsCancelled));

    private bool MustWait(bool reads) => !_ring.IsClosed && (reads ? _ring.IsEmpty : !HasRoom);

    private ref Side SideOf(Operation operation) => ref (operation.IsReading ? ref _readers : ref _writers);

    /// <summary>Makes a single reader execute a full fence after each item that it takes, before it reads the words of
    /// the writers. Under the gate.</summary>
    private void FenceDequeues()
    {
        if (_ring.DequeueIsFenced || (_writers.Listed & Side.DequeuesAreFenced) != 0)
            return;

        _writers.Watch(Side.DequeuesAreFenced);
        // pairs with the light half in TryRead: a reader that missed the word has published the room it made
        ProcessBarrier.Heavy();
    }

    private void OnFencedRead()
    {
        // pairs with the exchange and the fence in TryPark: a parked operation sees the room, or is seen here
        Interlocked.MemoryBarrier();
        if ((_writers.Look() & Side.Waits) != 0)
        {
            _fencedReads = 0;
            Resume(ref _writers);
        }
        else if (++_fencedReads == ReadsUntilUnfenced)
        {
            _fencedReads = 0;
            using (Enter())
            {
                // an operation that parks from now on finds the word without the bit, because it reads it under the
                // gate
                if ((_writers.Look() & Side.Waits) == 0)
                    _writers.Watch(forget: Side.DequeuesAreFenced);
            }
        }
    }

    /// <summary>Called after a waiting operation has moved an item: another one may be able to continue.</summary>
    private void OnMoved(ref Side side)
    {
        if ((side.Look() & Side.Waits) != 0)
            Resume(ref side);
    }

    /// <summary>Called after something was moved: resumes all operations that only wait for that, and one that moves
    /// the next item. That one resumes another if there is more.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Resume(ref Side side)
    {
        bool watcher, mover;
        OperationList resumed = default;
        if ((Volatile.Read(ref side.Listed) & Side.Waits) == 0) // pairs with the writes in Watch
        {
            watcher = Side.TryResume(ref side.WatcherState);
            mover = Side.TryResume(ref side.MoverState);
        }
        else
        {
            using (Enter()) // before anything is claimed: a wait may run other code on this thread
            {
                watcher = Side.TryResume(ref side.WatcherState);
                mover = Side.TryResume(ref side.MoverState);
                resumed.TakeAll(ref side.Watchers);
                if (!mover)
                    resumed.TakeOne(ref side.Movers);

                side.Watch();
            }
        }

        if (watcher)
            Resume(side.FirstWatcher);

        if (mover)
            Resume(side.FirstMover);

        Resume(ref resumed);
    }

    private void ResumeFirst(ref int state, Operation first)
    {
        if (Side.TryResume(ref state))
            Resume(first);
    }

    private void Resume(ref OperationList resumed)
    {
        while (resumed.Take() is { } operation)
            Resume(operation);
    }

    private void Resume(Operation operation)
    {
        if (_resumesInline)
            ResumeInline(operation);
        else
            Post(operation);
    }

    private static void Post(Operation operation)
    {
        operation.BeginQueued();
        WorkQueue.Post(operation); // without memory it runs here, rather than never
    }

    private static void ResumeInline(Operation operation)
    {
        try
        {
            operation.Execute();
        }
        catch (Exception exception)
        {
            // A continuation threw. Its operation has ended, but others must still continue, and a reader would lose
            // the item that it has just taken.
            FirstFault.Report(exception);
        }
    }

    /// <summary>Called by the token. Afterwards, the operation touches the ring no more: it has moved its item, or ends
    /// cancelled.</summary>
    private void Cancel(Operation operation)
    {
        // a full fence; pairs with the exchange in TryPark: a parking operation sees that it is cancelled, or is
        // resumed here
        if (!operation.TryCancel())
            return;

        ref Side side = ref SideOf(operation);
        if (operation.IsFirst)
        {
            ResumeFirst(ref Side.StateOf(ref side, operation), operation);
            return;
        }

        using (Enter())
        {
            if (!operation.IsParked)
                return;

            Side.ListOf(ref side, operation).Remove(operation);
            operation.IsParked = false;
            side.Watch();
        }

        Resume(operation);
    }
}
