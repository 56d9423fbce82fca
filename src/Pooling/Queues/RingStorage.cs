using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>How much storage a ring needs, and the slots in it.</summary>
internal static class RingStorage
{
    /// <summary>The most items of any ring: the storage for more is refused.</summary>
    internal const int MaxCapacity = 1 << 29;

    /// <summary>Checks a capacity that a user asked for.</summary>
    /// <typeparam name="TSlot">What the storage consists of.</typeparam>
    /// <returns>The slots to make: a power of two, so that a position becomes an index by one instruction, at least 2.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is less than 1 or more than <see cref="MaxCapacity"/>.</exception>
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

    /// <summary>The slot at an index that the caller masked: without a check of bounds, and for references without the check that a derived
    /// array would need.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref T At<T>(T[] slots, int index)
    {
        Debug.Assert((uint)index < (uint)slots.Length);

        return ref UncheckedArray.At(slots, index);
    }

    /// <summary>The slot of a growing queue on which a position falls, whatever the position, without the check that a derived array of
    /// references would need.</summary>
    /// <exception cref="InvalidOperationException">There is no slot: another thread took the storage away.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref T Wrapped<T>(T[] slots, int position)
    {
        int index = position & (slots.Length - 1); // the length of this very array, which is a power of two or 0
        if ((uint)index >= (uint)slots.Length)
            ThrowTwoThreads();

        return ref UncheckedArray.At(slots, index);
    }

    /// <summary>Makes sure that a growing queue has as many slots as it counted.</summary>
    /// <exception cref="InvalidOperationException">Another thread changed the storage.</exception>
    internal static void ThrowUnlessFits<T>(T[] slots, int count)
    {
        if (count > slots.Length)
            ThrowTwoThreads();
    }

    [DoesNotReturn]
    private static void ThrowTwoThreads() =>
        Throw.InvalidOperation("The queue was changed by another thread during a call: it is for one thread at a time, or needs a lock.");

    private static void ThrowTooLarge<TSlot>(int capacity)
    {
        const long Slots = 1L << 30;
        Throw.ArgumentOutOfRange(
            nameof(capacity),
            capacity,
            FormattableString.Invariant($"At most {MaxCapacity} items: the storage for more has {Slots} slots, ")
            + FormattableString.Invariant($"{Slots * Unsafe.SizeOf<TSlot>()} bytes in all."));
    }
}
