using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace Pooling.Queues;

/// <summary>What both sides of a <see cref="RingChannel{T}"/> share: the ring, and the operations that wait.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <typeparam name="TRing">The ring.</typeparam>
/// <remarks>An operation that cannot go on parks: the first of its kind in a word of its own, which takes no lock, the others in a list.
/// The one who makes it possible looks at the words of that side, behind a full fence, and resumes the operation; then it tries again, and
/// parks again if somebody else was faster. So nothing that moves an item holds the lock, and no user code runs under it.
/// <para>Every parking is a store of a word, a full fence, and a second look at the positions of the ring; every move of an item is a store
/// of a position, a full fence, and a look at the words (Dekker): one of the two sees the other. Where a position is claimed by
/// compare-and-swap, that is the fence. A single reader has none: the first writer that parks pays for both with a fence of the whole
/// process, and from then on the reader has one until no writer has waited for a while.</para>
/// <para>Of a single reader, or writer, one mover at most is parked: who parks beside another takes himself back, decided under the gate,
/// and fails.</para></remarks>
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

    // In this order: what is empty after it was closed stays empty.
    private bool HasEnded => _ring.IsClosed && _ring.IsEmpty;

    internal bool TryPeek(out T item) => _ring.TryPeek(out item);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRead(out T item)
    {
        if (!_ring.TryDequeue(out item))
            return false;

        if (!_ring.DequeueIsFenced)
            // pairs with the heavy halves in FenceDequeues and TryComplete: who parked or completed sees the room, or is seen here
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
        lock (_gate)
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
            // in StaysParked: who parked first sees the end, or is seen here
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
            Interlocked.MemoryBarrier(); // pairs with the fences in Park: who parked sees the item, or is seen here

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

    /// <returns><see langword="false"/> if the item was refused: there is no room, and this channel drops nothing, or it was
    /// completed.</returns>
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
                EndIfEmpty(); // that may have been the last item, and the one who completed the channel may have seen it

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

    /// <summary>What reading from, or writing to, a completed channel throws.</summary>
    private Exception ClosedError() => _error switch
    {
        null => new ChannelClosedException(),
        OperationCanceledException cancelled => cancelled,
        _ => new ChannelClosedException(_error),
    };
}
