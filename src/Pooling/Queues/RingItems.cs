using System.Diagnostics.CodeAnalysis;

namespace Pooling.Queues;

/// <summary>Takes everything out of a ring.</summary>
internal static class RingItems
{
    /// <summary>Passes the items to a consumer, one by one, until the ring is seen empty.</summary>
    /// <returns>The number of items.</returns>
    internal static int Drain<T, TRing, TState>(ref TRing ring, Action<T, TState> consumer, TState state) where TRing : struct, IRing<T>
    {
        int count = 0;
        for (; ring.TryDequeue(out T item); count++)
            consumer(item, state);

        return count;
    }

    /// <summary>Disposes the items that can be, all of them also if one throws; then throws what the first one threw.</summary>
    internal static void DisposeAll<T, TRing>(ref TRing ring) where TRing : struct, IRing<T>
    {
        FirstFault fault = default;
        while (ring.TryDequeue(out T item))
            fault.Dispose(item);

        fault.Throw();
    }

    [DoesNotReturn]
    internal static void ThrowTakenMeanwhile() =>
        Throw.InvalidOperation("The predicate took the item that it was asked about: it must not call the queue's consuming members.");
}
