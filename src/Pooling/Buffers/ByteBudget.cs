using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>The bytes of all arrays that the writers of one pool have, rented writers and idle ones, and the most of which idle writers
/// keep any.</summary>
/// <remarks>
/// <para>An array is charged before a writer has it and discharged after no writer has it any more, both of which is slow anyway. Whoever
/// gives a writer back reads the word, and lets its array go if that is more than the limit.</para>
/// <para>Invariant: idle writers hold at most the limit, at every instant. Of all idle writers, take the one that read the word last: all
/// their arrays were charged by then and are charged still, and the word was at most the limit. This needs one order of all changes and
/// reads of one word, which every processor keeps, and no fence.</para>
/// </remarks>
internal sealed class ByteBudget
{
    private Word _word;

    /// <param name="limit">The most bytes; <see langword="null"/> for no limit.</param>
    internal ByteBudget(long? limit) => _word.Limit = limit ?? long.MaxValue;

    /// <summary>The bytes charged now.</summary>
    internal long Charged => Volatile.Read(ref _word.Bytes); // pairs with the addition in Add

    /// <summary>Whether nobody may keep an array now.</summary>
    internal bool IsExceeded => Volatile.Read(ref _word.Bytes) > _word.Limit; // pairs with the addition in Add

    /// <summary>Charges bytes, or discharges them if negative.</summary>
    internal void Add(long bytes) => Interlocked.Add(ref _word.Bytes, bytes); // pairs with the reads above, and with itself

    // On a cache line of their own, which every return reads and only growth writes to.
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct Word
    {
        [FieldOffset(128)]
        internal long Bytes;

        [FieldOffset(136)]
        internal long Limit;
    }
}
