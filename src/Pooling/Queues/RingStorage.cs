using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>Computes how much storage a ring needs, and accesses its slots.</summary>
internal static class RingStorage
{
    /// <summary>The maximum capacity of any ring: a larger storage is refused.</summary>
    internal const int MaxCapacity = 1 << 29;

    /// <summary>Validates a capacity that a user specified.</summary>
    /// <typeparam name="TSlot">The type of the slots.</typeparam>
    /// <returns>The number of slots to allocate: a power of two, so that one instruction turns a position into an
    /// index, and at least 2.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is less than 1 or more than
    /// <see cref="MaxCapacity"/>.</exception>
    internal static int SlotsFor<TSlot>(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        if (capacity > MaxCapacity)
            ThrowTooLarge<TSlot>(capacity);

        int slots = 2;
        while (slots < capacity)
            slots *= 2;

        return slots;
    }

    /// <summary>Returns the slot at an index that the caller has masked, without a bounds check and, for references,
    /// without the check for a derived array.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref T At<T>(T[] slots, int index)
    {
        Debug.Assert((uint)index < (uint)slots.Length);

        return ref UncheckedArray.At(slots, index);
    }

    /// <summary>Returns the slot of a growing queue for any position, without the check for a derived array of
    /// references.</summary>
    /// <exception cref="InvalidOperationException">There is no slot: another thread removed the storage.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref T Wrapped<T>(T[] slots, int position)
    {
        int index = position & (slots.Length - 1); // the length of this very array, which is a power of two or 0
        if ((uint)index >= (uint)slots.Length)
            ThrowTwoThreads();

        return ref UncheckedArray.At(slots, index);
    }

    /// <summary>Throws unless a growing queue has as many slots as it has counted.</summary>
    /// <exception cref="InvalidOperationException">Another thread changed the storage.</exception>
    internal static void ThrowUnlessFits<T>(T[] slots, int count)
    {
        if (count > slots.Length)
            ThrowTwoThreads();
    }

    [DoesNotReturn]
    private static void ThrowTwoThreads() =>
        Throw.InvalidOperation(
            "Another thread changed the queue during a call. Use the queue on one thread at a time, or with a lock.");

    private static void ThrowTooLarge<TSlot>(int capacity)
    {
        const long Slots = 1L << 30;
        Throw.ArgumentOutOfRange(
            nameof(capacity),
            capacity,
            FormattableString.Invariant(
                $"The capacity must be at most {MaxCapacity}. Storage for more items would have {Slots} slots, ")
            + FormattableString.Invariant($"{Slots * Unsafe.SizeOf<TSlot>()} bytes in all."));
    }
}
