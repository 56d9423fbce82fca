namespace Pooling.Queues;

/// <content>Reads that a token cancels: afterwards they take nothing more.</content>
public sealed partial class BatchReader<T>
{
    // From its first wait on, a read continues on other threads than its caller's.
    private void Register(CancellationToken cancellationToken)
    {
        Volatile.Write(ref _isCancelled, 0); // pairs with the exchange in OnCancelled
        _registration = cancellationToken.UnsafeRegister(
            static reader => ((BatchReader<T>)reader!).OnCancelled(), this);
        _isRegistered = true;
    }

    private void Unregister()
    {
        _registration.End();
        _registration = default;
        _isRegistered = false;
    }

    /// <summary>Called by the token. Afterwards, the read takes nothing more, so that its caller can go on with the
    /// channel.</summary>
    private void OnCancelled()
    {
        // pairs with the exchange in TakeUnlessCancelled: at least one of the two sees the other
        Interlocked.Exchange(ref _isCancelled, 1);
        // whoever cancels in a continuation that runs while items are taken does not wait
        int own = Environment.CurrentManagedThreadId;
        SpinWait spin = default;
        // pairs with the writes in TakeUnlessCancelled
        while (Volatile.Read(ref _taker) is var taker && taker != 0 && taker != own)
            default(ProcessorAtomics).Wait(ref spin);

        // elsewhere, since the continuation of the read may be long; without memory here, rather than never
        WorkQueue.Post(_cancelledWake);
    }

    /// <summary>Ends a wait that began after the cancellation, whose own wake has found nobody who waits.</summary>
    private void WakeIfCancelled()
    {
        // pairs with the exchange in OnCancelled: it comes before its wake, as the arming comes before this
        if (Volatile.Read(ref _isCancelled) != 0)
            Wake();
    }

    private void TakeUnlessCancelled(Span<T> items, ref int count)
    {
        if (!_isRegistered)
        {
            Take(items, ref count);
            return;
        }

        Interlocked.Exchange(ref _taker, Environment.CurrentManagedThreadId); // pairs with the exchange in OnCancelled
        try
        {
            // pairs with the same
            while (count < items.Length && Volatile.Read(ref _isCancelled) == 0 && _reader.TryRead(out T? item))
                items[count++] = item;
        }
        finally
        {
            Volatile.Write(ref _taker, 0); // pairs with the read in OnCancelled: what was taken is gone
        }
    }
}
