namespace Pooling.Queues;

// The end of a channel by Dispose, which any thread may call, beside a reader and writers.
internal sealed partial class RingChannelCore<T, TRing>
{
    // requests to dispose the rest that nobody has carried out; whoever raises it from 0 carries out all of them
    private int _rests;

    public void Dispose()
    {
        TryComplete(error: null);
        using (Enter())
        {
            if ((_readers.Listed & Side.Stopped) == 0)
            {
                _ring.Stop();

                // After the stop, so that whoever sees this knows whether the reader is in the ring. Pairs with the
                // fence in OnWritten: an item of a single writer that did not see the completion is found below, or the
                // writer sees this.
                _readers.Watch(Side.Stopped);
            }
        }

        FirstFault fault = default;
        DisposeRest(ref fault);
        fault.Throw();
    }

    /// <summary>Does the same for callers that cannot throw, because they have moved an item.</summary>
    private void DisposeRestQuietly()
    {
        // The reader may have just left the ring, by a plain store. Pairs with the fences in OnWritten and DisposeRest:
        // an item is seen below, or whoever added it, or disposes the rest, sees that the reader has left. The heavy
        // half in Stop does not do, because it may be over.
        Interlocked.MemoryBarrier();
        if (_ring.IsEmpty)
            return;

        FirstFault fault = default;
        DisposeRest(ref fault);
        fault.Report();
    }

    /// <summary>Disposes what is left in a stopped ring, unless its reader is there, which does it when it leaves, or
    /// another thread already does it.</summary>
    private void DisposeRest(ref FirstFault fault)
    {
        // a full fence; pairs with the one below: a request that comes too late for the loop starts another one
        if (Interlocked.Increment(ref _rests) != 1)
            return;

        int seen = 1;
        do
        {
            if (!_ring.IsEntered)
                fault.Try(static core => RingItems.DisposeAll<T, TRing>(ref core._ring), this);

            seen = Interlocked.Add(ref _rests, -seen); // pairs with the increment above
        }
        while (seen != 0);

        EndIfEmpty();
    }
}
