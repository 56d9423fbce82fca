using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace Pooling.Queues;

/// <summary>The part of a <see cref="RingChannel{T}"/> that both sides share: the ring, and the waiting operations.</summary>
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
/// <para>Parking is a store to a word, a full fence, and a second look at the positions of the ring. Moving an item is a store to a
/// position, a full fence, and a look at the words (Dekker): at least one of the two sees the other. Where a position is claimed by
/// compare-and-swap, that is the fence. A single reader has none: the first writer that parks pays for both with a process-wide fence, and
/// from then on the reader executes one until no writer has waited for a while.</para>
/// <para>With a single reader, or writer, at most one mover is parked: one that parks next to another withdraws, as
/// decided under the gate, and fails.</para>
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

    internal RingChannelCore(TRing ring, BoundedChannelFullMode mode, bool singleReader, bool singleWriter, bool resumesInline,
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

    // In this order: a ring that is empty after it was closed stays empty.
    private bool HasEnded => _ring.IsClosed && _ring.IsEmpty;

    /// <summary>Waits for the gate, however often the thread is interrupted.</summary>
    internal LockHold Enter() => LockHold.Of(_gate);

    internal bool TryPeek(out T item) => _ring.TryPeek(out item);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRead(out T item)
    {
        if (!_ring.TryDequeue(out item))
            return false;

        if (!_ring.DequeueIsFenced)
            // pairs with the heavy halves in FenceDequeues and TryComplete: a parked operation, or a completion, sees the room or is seen
            // here
            ProcessBarrier.Light();

        if ((_writers.Look() & (Side.Waits | Side.Completing | Side.DequeuesAreFenced)) != 0)
            OnRead();

        return true;
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
            // pairs with the light half in TryRead: the reader of the last item ends the channel, or it is ended here; and with the fences
            // in StaysParked: an operation that parked first sees the end, or is seen here
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

    public void Dispose()
    {
        TryComplete(error: null);
        try
        {
            RingItems.DisposeAll<T, TRing>(ref _ring);
        }
        finally
        {
            EndIfEmpty();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void OnWritten()
    {
        if (!_ring.EnqueueIsFenced)
            Interlocked.MemoryBarrier(); // pairs with the fences in Park: a parked operation sees the item, or is seen here

        if ((_readers.Look() & Side.Waits) != 0)
            Resume(ref _readers);
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

        if ((Volatile.Read(ref _writers.Listed) & Side.Completing) != 0) // pairs with the write in TryComplete
            EndIfEmpty();
    }

    /// <returns><see langword="false"/> if the item was refused: the channel was completed, or is full and drops nothing.</returns>
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

        do
        {
            if (_ring.IsClosed)
                return false;

            if (!_ring.TryDequeue(out T oldest))
                continue;

            if (_ring.IsClosed)
                EndIfEmpty(); // this may have been the last item, which prevented the completion from ending the channel

            _dropped?.Invoke(oldest);
        }
        while (!_ring.TryEnqueue(item));

        return true;
    }

    private void EndIfEmpty()
    {
        if (!HasEnded)
            return;

        if (_error is OperationCanceledException cancelled)
            _completion.TrySetCanceled(cancelled.CancellationToken);
        else if (_error is not null)
            _completion.TrySetException(_error);
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
