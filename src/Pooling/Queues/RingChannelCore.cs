using System.Threading.Channels;

namespace Pooling.Queues;

/// <summary>What both sides of a <see cref="RingChannel{T}"/> share: the ring, and the operations that wait.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <typeparam name="TRing">The ring.</typeparam>
/// <remarks>An operation that cannot go on parks in a list. The one who makes it possible looks at one word, behind a full fence, and takes the operation
/// out of its list; then the operation tries again, and parks again if somebody else was faster. So nothing that moves an item holds the
/// lock, and no user code runs under it.
/// <para>Every parking is a store of the word, a full fence, and a second look at the positions of the ring; every move of an item is a store of a
/// position, a full fence, and a look at the word (Dekker): one of the two sees the other. Where a position is claimed by compare-and-swap, that is
/// the fence. A single reader has none: the writer that parks, which is rare, pays for both with a fence of the whole process.</para></remarks>
internal sealed partial class RingChannelCore<T, TRing> : IDisposable where TRing : struct, IRing<T>
{
    private const int ReadersWait = 1;
    private const int WritersWait = 2;
    private const int Completing = 4;

    private readonly Lock _gate = new();
    private readonly BoundedChannelFullMode _mode;
    private readonly bool _resumesInline;
    private readonly Action<T>? _dropped;
    private readonly TaskCompletionSource<bool> _completion;
    private TRing _ring;
    private int _attention; // written under the gate
    private Exception? _error; // written once, before the ring is closed

    internal RingChannelCore(TRing ring, BoundedChannelFullMode mode, bool resumesInline, Action<T>? dropped)
    {
        _ring = ring;
        _mode = mode;
        _resumesInline = resumesInline;
        _dropped = dropped;
        _completion = new TaskCompletionSource<bool>(resumesInline ? TaskCreationOptions.None : TaskCreationOptions.RunContinuationsAsynchronously);
    }

    internal Task Completion => _completion.Task;

    internal int Count => _ring.Count;

    // In this order: what is empty after it was closed stays empty.
    private bool HasEnded => _ring.IsClosed && _ring.IsEmpty;

    internal bool TryPeek(out T item) => _ring.TryPeek(out item);

    internal bool TryRead(out T item)
    {
        if (!_ring.TryDequeue(out item))
            return false;

        if (!_ring.DequeueIsFenced)
            ProcessBarrier.Light(); // pairs with the heavy halves in TryPark and TryComplete: who parked or completed sees the room, or is seen here

        if ((Volatile.Read(ref _attention) & (WritersWait | Completing)) != 0) // pairs with the writes in Watch
            OnRead();

        return true;
    }

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
            if ((_attention & Completing) != 0)
                return false;

            _error = error;
            _ring.Close();
            resumed.TakeAll(ref _waitingToRead);
            resumed.TakeAll(ref _reads);
            resumed.TakeAll(ref _waitingToWrite);
            resumed.TakeAll(ref _writes);
            Watch(Completing);
            ProcessBarrier.Heavy(); // pairs with the light half in TryRead: the reader of the last item ends the channel, or it is ended here
        }

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

    private void OnWritten()
    {
        if (!_ring.EnqueueIsFenced)
            Interlocked.MemoryBarrier(); // pairs with the fence in TryPark: who parked sees the item, or is seen here

        ResumeReaders();
    }

    private void OnRead()
    {
        ResumeWriters();

        if ((Volatile.Read(ref _attention) & Completing) != 0)
            EndIfEmpty();
    }

    /// <returns><see langword="false"/> if the item was refused: there is no room, and this channel drops nothing, or it was completed.</returns>
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
