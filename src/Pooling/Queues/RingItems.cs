using System.Diagnostics.CodeAnalysis;

namespace Pooling.Queues;

/// <summary>Removes all items of a ring.</summary>
internal static class RingItems
{
    /// <summary>Passes the items to a consumer one by one, until the ring is observed empty.</summary>
    /// <returns>The number of items.</returns>
    internal static int Drain<T, TRing, TState>(ref TRing ring, Action<T, TState> consumer, TState state)
        where TRing : struct, IRing<T>
    {
        int count = 0;
        for (; ring.TryDequeue(out T item); count++)
            consumer(item, state);

        return count;
    }

    /// <summary>Disposes the items that are disposable, all of them even if some throw; then throws the first
    /// exception.</summary>
    internal static void DisposeAll<T, TRing>(ref TRing ring) where TRing : struct, IRing<T>
    {
        FirstFault fault = default;
        while (ring.TryDequeue(out T item))
            fault.Dispose(item);

        fault.Throw();
    }

    [DoesNotReturn]
    internal static void ThrowTwoThreads() => Throw.InvalidOperation(
        "Two threads took items, or added items, at the same time, but the queue has one consumer, or one producer; "
        + "a channel has them if it was created with SingleReader or SingleWriter. Items may be lost, or taken twice.");

    [DoesNotReturn]
    internal static void ThrowTakenMeanwhile() =>
        Throw.InvalidOperation(
            "The predicate removed the item that it was called with. It must not remove items from the queue.");
}
