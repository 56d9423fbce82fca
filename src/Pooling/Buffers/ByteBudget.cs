using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>Counts the bytes of all arrays of one pool's writers, rented and idle, and holds the limit above which idle
/// writers keep no array.</summary>
/// <remarks>
/// <para>An array is charged before a writer gets it and discharged after no writer has it, both on slow paths. When a
/// writer is returned, the counter is read, and if it exceeds the limit, the writer's array is given up.</para>
/// <para>Invariant: idle writers never hold more than the limit. Of all idle writers, consider the one that read the
/// counter last: all their arrays had been charged by then and are still charged, and the counter was at most the
/// limit. This requires a single order of all accesses to one word, which every processor guarantees, and no
/// fence.</para>
/// </remarks>
internal sealed class ByteBudget
{
    private Word _word;

    /// <param name="limit">The maximum number of bytes; <see langword="null"/> for no limit.</param>
    internal ByteBudget(long? limit) => _word.Limit = limit ?? long.MaxValue;

    /// <summary>The maximum number of bytes.</summary>
    internal long Limit => _word.Limit;

    /// <summary>The number of bytes charged now.</summary>
    internal long Charged => Volatile.Read(ref _word.Bytes); // pairs with the addition in Add

    /// <summary>Whether no array may be kept at the moment.</summary>
    internal bool IsExceeded => Volatile.Read(ref _word.Bytes) > _word.Limit; // pairs with the addition in Add

    /// <summary>Multiplies a number of arrays by their length; as much as fits if that is less.</summary>
    internal static long Product(long count, long length) =>
        length > 0 && count > long.MaxValue / length ? long.MaxValue : count * length;

    /// <summary>Charges bytes, or discharges them if negative.</summary>
    // pairs with the reads above, and with itself
    internal void Add(long bytes) => Interlocked.Add(ref _word.Bytes, bytes);

    // On a separate cache line, which every return reads and only growth writes.
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct Word
    {
        [FieldOffset(128)]
        internal long Bytes;

        [FieldOffset(136)]
        internal long Limit;
    }
}
