using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace Pooling.Queues;

/// <summary>The part of a <see cref="RingChannel{T}"/> that both sides share: the ring, and the waiting
/// operations.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <typeparam name="TRing">The ring.</typeparam>
/// <remarks>
/// <para>An operation that cannot continue parks: the first of its kind in a separate word, which takes no lock, the
/// others in a list. Whoever makes it possible to continue reads the words of that side after a full fence, and resumes
/// the operation, which tries again, and parks again if another one was faster. So nothing that moves an item holds the
/// lock, and no user code runs under it.</para>
/// <para>Each side has a mover, which moves an item, and a watcher, which only waits for one to be moved. The word of
/// each says where its operation is:</para>
/// <list type="table">
/// <item><term>Free</term><description>Nobody uses it. Any thread may take it (Taken), or take and park it at once
/// (Waits), by compare-and-swap, unless operations wait in the lists.</description></item>
/// <item><term>Taken</term><description>It belongs to the thread that wrote this. That thread parks it (Waits, an
/// exchange), or ends it; whoever reads the result of its task makes it Free, by a plain write.</description></item>
/// <item><term>Waits</term><description>It is parked and belongs to nobody. Whoever makes room or brings an item,
/// cancels or completes takes it (Taken) by compare-and-swap, and resumes it. So does the operation itself, if a second
/// look shows that it need not wait.</description></item>
/// </list>
/// <para>The third word of a side is written under the gate only:</para>
/// <list type="table">
/// <item><term>Waits</term><description>Operations are in the lists of the side.</description></item>
/// <item><term>Completing</term><description>Of the writers: the channel is completed, for ever. The reader of the last
/// item ends it.</description></item>
/// <item><term>DequeuesAreFenced</term><description>Of the writers: the single reader executes a fence after each item.
/// Set by the first writer that parks; taken back after 1,024 reads without a waiting writer.</description></item>
/// </list>
/// <para>Each operation has a word of its own that decides between its step and its cancellation
/// (<see cref="Decision"/>), since the words above are used again before the operation has ended:</para>
/// <list type="table">
/// <item><term>None</term><description>It is parked, or on its way to a thread that continues it.</description></item>
/// <item><term>Moving</term><description>A thread attempts its step, which is one call of the ring and runs no other
/// code. Then it writes Made, or None and parks again.</description></item>
/// <item><term>Made</term><description>It has moved its item, has what it waited for, or has failed. It ends, and a
/// cancellation does nothing.</description></item>
/// <item><term>Cancelled</term><description>It moves nothing, and ends cancelled.</description></item>
/// </list>
/// <para>A cancellation takes None to Cancelled by compare-and-swap, and waits while it finds Moving. So once it has
/// returned, no thread is in the ring for the operation. It does not end the operation: it takes it from where it is
/// parked, and queues it. Where that fails, another thread has it, and finds Cancelled. So only one thread continues an
/// operation at a time, and ends it once. An operation that ends cancelled passes on the wake-up that it may have got
/// for an item.</para>
/// <para>Parking is a store to a word, a full fence, and a second look at the positions of the ring. Moving an item is
/// a store to a position, a full fence, and a look at the words (Dekker): at least one of the two sees the other. Where
/// a position is claimed by compare-and-swap, that is the fence. A single reader has none: the first writer that parks
/// pays for both with a process-wide fence, and from then on the reader executes one until no writer has waited for a
/// while.</para>
/// <para>With a single reader, or writer, at most one mover is parked: one that parks next to another withdraws, as
/// decided under the gate, and fails. One that was cancelled does not count, even while its word still says that it is
/// parked.</para>
/// <para>The end by Dispose: the ring is completed, and then stopped. A single reader says that it is in the ring,
/// passes the light half of a fence, and looks for the stop (<see cref="PaddedPositions.TryEnter"/>); Dispose stops,
/// passes the heavy half, and looks for the reader. So the reader takes nothing, or Dispose leaves the rest to it. A
/// single writer whose item came after the completion finds the stop behind the fence of its write, and disposes the
/// rest, too, unless the reader is in the ring. A reader that finds the stop looks for the rest behind a fence. At most
/// one thread disposes at a time.</para>
/// </remarks>
internal sealed partial class RingChannelCore<T, TRing> : IDisposable where TRing : struct, IRing<T>
{
    private readonly Lock _gate = new();
    private readonly BoundedChannelFullMode _mode;
    private readonly bool _resumesInline;
    private readonly Action<T>? _dropped;
    private readonly TaskCompletionSource<bool> _completion;
    private TRing _ring;
    private Side _readers;
    private Side _writers;
    private Exception? _error; // written once, before the ring is closed

    internal RingChannelCore(
        TRing ring, BoundedChannelFullMode mode, bool singleReader, bool singleWriter, bool resumesInline,
        Action<T>? dropped)
    {
        _readers.IsSingle = singleReader;
        _writers.IsSingle = singleWriter;
        _ring = ring;
        _mode = mode;
        _resumesInline = resumesInline;
        _dropped = dropped;
        _completion = new TaskCompletionSource<bool>(resumesInline ? TaskCreationOptions.None
            : TaskCreationOptions.RunContinuationsAsynchronously);
        _readers.FirstMover = _firstRead = new ReadOperation { Core = this, IsFirst = true };
        _readers.FirstWatcher = _firstReadWait = new ReadWait { Core = this, IsFirst = true };
        _writers.FirstMover = _firstWrite = new WriteOperation { Core = this, IsFirst = true };
        _writers.FirstWatcher = _firstWriteWait = new WriteWait { Core = this, IsFirst = true };
    }

    internal Task Completion => _completion.Task;

    internal int Count => _ring.Count;

    /// <summary>Whether there are items for a reader.</summary>
    private bool HasItems => !_ring.IsEmpty && !_ring.IsStopped;

    /// <summary>Whether there are no more items for a reader, for ever.</summary>
    // what is empty after it was closed stays so
    private bool HasEnded => _ring.IsClosed && (_ring.IsEmpty || _ring.IsStopped);

    /// <summary>Waits for the gate, however often the thread is interrupted.</summary>
    internal LockHold Enter() => LockHold.Of(_gate);

    internal bool TryPeek(out T item)
    {
        bool any = false;
        if (_ring.TryEnter())
            any = _ring.TryPeek(out item);
        else
            item = default!;

        _ring.Leave();
        OnNotTaken();
        return any;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRead(out T item)
    {
        if (TryTake(out item))
        {
            OnTaken();
            return true;
        }

        OnNotTaken();
        return false;
    }

    /// <summary>Takes an item. <see cref="OnTaken"/> or <see cref="OnNotTaken"/> follows, which may run other
    /// code.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryTake(out T item)
    {
        if (_ring.TryEnter() && _ring.TryDequeue(out item)) // two ways out, so that a success needs no further test
        {
            _ring.Leave();
            return true;
        }

        _ring.Leave();
        item = default!;
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void OnTaken()
    {
        if (!_ring.DequeueIsFenced)
        {
            // pairs with the heavy halves in FenceDequeues, TryComplete and Stop: a parked operation, a completion, or
            // the end of the channel sees the room, or is seen here
            ProcessBarrier.Light();
        }

        if ((_writers.Look() & (Side.Waits | Side.Completing | Side.DequeuesAreFenced)) != 0)
            OnRead();
    }

    /// <summary>Takes over the rest of a channel that was disposed while its reader was in the ring.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void OnNotTaken()
    {
        if (!_ring.DequeueIsFenced)
            ProcessBarrier.Light(); // as in OnTaken

        if (_ring.IsStopped)
            DisposeRestQuietly();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryWrite(T item)
    {
        if (!_ring.TryEnqueue(item) && !TryWriteIntoFull(item))
            return false;

        OnWritten();
        return true;
    }

    internal bool TryComplete(Exception? error)
    {
        OperationList resumed = default;
        using (Enter())
        {
            if ((_writers.Listed & Side.Completing) != 0)
                return false;

            _error = error;
            _ring.Close();
            resumed.TakeAll(ref _readers.Watchers);
            resumed.TakeAll(ref _readers.Movers);
            resumed.TakeAll(ref _writers.Watchers);
            resumed.TakeAll(ref _writers.Movers);
            _readers.Watch();
            _writers.Watch(Side.Completing);
            // pairs with the light half in TryRead: the reader of the last item ends the channel, or it is ended here;
            // and with the fences in StaysParked: an operation that parked first sees the end, or is seen here
            ProcessBarrier.Heavy();
        }

        ResumeFirst(ref _readers.WatcherState, _firstReadWait);
        ResumeFirst(ref _readers.MoverState, _firstRead);
        ResumeFirst(ref _writers.WatcherState, _firstWriteWait);
        ResumeFirst(ref _writers.MoverState, _firstWrite);
        Resume(ref resumed);
        EndIfEmpty();
        return true;
    }


    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void OnWritten()
    {
        if (!_ring.EnqueueIsFenced)
        {
            // pairs with the fences in Park: a parked operation sees the item, or is seen here
            Interlocked.MemoryBarrier();
        }

        if ((_readers.Look() & (Side.Waits | Side.Stopped)) != 0)
            OnSeen();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OnSeen()
    {
        if ((_readers.Look() & Side.Waits) != 0)
            Resume(ref _readers);

        if ((Volatile.Read(ref _readers.Listed) & Side.Stopped) != 0) // pairs with the write in Dispose
            DisposeRestQuietly();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OnRead()
    {
        // pairs with the write in FenceDequeues
        if (_ring.DequeueIsFenced || (Volatile.Read(ref _writers.Listed) & Side.DequeuesAreFenced) == 0)
        {
            if ((_writers.Look() & Side.Waits) != 0)
                Resume(ref _writers);
        }
        else
        {
            OnFencedRead();
        }

        if ((Volatile.Read(ref _writers.Listed) & Side.Completing) == 0) // pairs with the write in TryComplete
            return;

        if (_ring.IsStopped)
            DisposeRestQuietly();

        EndIfEmpty();
    }

    /// <returns><see langword="false"/> if the item was refused: the channel was completed, or is full and drops
    /// nothing.</returns>
    private bool TryWriteIntoFull(T item)
    {
        if (_mode == BoundedChannelFullMode.Wait)
            return false;

        if (_mode == BoundedChannelFullMode.DropWrite)
        {
            if (_ring.IsClosed)
                return false;

            _dropped?.Invoke(item);
            return true;
        }

        FirstFault fault = default;
        do
        {
            if (_ring.IsClosed)
            {
                fault.Report(); // the writer hears that its item was refused
                return false;
            }

            if (!_ring.TryDequeue(out T oldest))
                continue;

            if (_ring.IsClosed)
            {
                // this may have been the last item, which prevented the completion from ending the channel
                EndIfEmpty();
            }

            if (_dropped is not null)
                fault.Try(_dropped, oldest);
        }
        while (!_ring.TryEnqueue(item));

        if (fault.IsSet)
        {
            OnWritten();
            fault.Throw();
        }

        return true;
    }

    private void EndIfEmpty()
    {
        if (!_ring.IsClosed || !_ring.IsEmpty) // in this order: what is empty after it was closed stays so
            return;

        if (_error is OperationCanceledException cancelled)
            _completion.TrySetCanceled(cancelled.CancellationToken);
        else if (_error is not null && _completion.TrySetException(_error))
            _ = _completion.Task.Exception; // observed: readers get it, too
        else
            _completion.TrySetResult(true);
    }

    /// <summary>The exception for reading from, or writing to, a completed channel.</summary>
    private Exception ClosedError() => _error switch
    {
        null => new ChannelClosedException(),
        OperationCanceledException cancelled => cancelled,
        _ => new ChannelClosedException(_error),
    };
}
