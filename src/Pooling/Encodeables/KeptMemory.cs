using System.Runtime.CompilerServices;

namespace Pooling.Encodeables;

/// <summary>Decides what memory stays with objects between rentals, and counts it in their state.</summary>
/// <remarks>An idle object does not need <see cref="EncodeableState.Slot"/>. From its reset until it is rented through
/// a scope, the slot counts what stays with it: the bytes of its arrays in the lower bits, and above them those of its
/// collections, in eights. It is never negative, so it is no mark of a graph.</remarks>
internal static class KeptMemory
{
    /// <summary>The maximum number of bytes of all arrays that stay with one object.</summary>
    internal const int MaxArrayBytes = 1024;

    /// <summary>The maximum number of bytes of a collection that is kept because its recent contents needed
    /// it.</summary>
    internal const int MaxCollectionBytes = 1024 * 1024;

    private const int ArrayBits = 11; // MaxArrayBytes fits
    private const int Unit = 8; // bytes
    private const int MaxUnits = int.MaxValue >> ArrayBits;
    private const int TooLarge = 4; // as writers: see WriterRetention

    /// <summary>Returns the bytes that are counted in the slot of an idle object.</summary>
    internal static long BytesIn(int slot) =>
        slot < 0 ? 0 : (slot & ((1 << ArrayBits) - 1)) + (long)(slot >> ArrayBits) * Unit;

    internal static bool TryKeepArray(ref EncodeableState state, long bytes)
    {
        if ((state.Slot & ((1 << ArrayBits) - 1)) + bytes > MaxArrayBytes || state.Type is { KeepsItems: false })
            return false;

        state.Slot += (int)bytes;
        return true;
    }

    /// <summary>Records what the collection held, and decides whether it is kept.</summary>
    /// <param name="state">The state of the object.</param>
    /// <param name="usage">In the lower half, the recent number of items: halved at each reset, so that an occasional
    /// large content keeps its room for some rentals. In the upper half, the largest number since the collection was
    /// empty and new.</param>
    /// <param name="count">The number of items.</param>
    /// <param name="capacity">The room, or -1.</param>
    /// <param name="alwaysKept">The capacity up to which it is kept in any case.</param>
    /// <param name="maxRetainedCapacity">The capacity above which it is never kept.</param>
    internal static bool TryKeepCollection<TItem>(
        ref EncodeableState state, ref long usage, int count, int capacity, int alwaysKept, int maxRetainedCapacity)
    {
        int recent = Math.Max(count, (int)usage / 2);
        int room = capacity >= 0 ? capacity : Math.Max(count, (int)(usage >> 32));
        long bytes = (long)room * Unsafe.SizeOf<TItem>();
        bool keeps = room <= maxRetainedCapacity
            && (room <= alwaysKept || (bytes <= MaxCollectionBytes && room / TooLarge <= recent));
        usage = ((long)(keeps ? room : 0) << 32) | (uint)recent;
        if (!keeps)
            return false;

        int units = state.Slot >> ArrayBits;
        int added = (int)Math.Min((bytes + Unit - 1) / Unit, MaxUnits - units);
        state.Slot += added << ArrayBits;
        return true;
    }
}
