namespace Pooling.Objects;

/// <summary>The sizes that follow from a pool's options, worked out once.</summary>
internal sealed class MagazineLimits
{
    // The most threads that half of the byte limit is divided among: with more, the further ones work against the depot.
    private const int MinimumSharesOfBytes = 8;

    internal MagazineLimits(int magazineSize, int maximumItems, long? maximumBytes)
    {
        // Threads take at most half of the limit, so that what one thread returns and another rents can always meet in the depot.
        MaximumItems = maximumItems;
        MaximumCreditedItems = maximumItems / 2;
        MagazineSize = Math.Max(1, Math.Min(magazineSize, maximumItems / 8));
        CountsBytes = maximumBytes is not null;
        int threadItems = 2 * MagazineSize + (CountsBytes ? 0 : 1);
        ThreadItems = MaximumCreditedItems >= threadItems ? threadItems : 0;

        MaximumBytes = maximumBytes ?? long.MaxValue;
        MaximumCreditedBytes = CountsBytes ? MaximumBytes / 2 : 0;
        ThreadBytes = CountsBytes ? MaximumCreditedBytes / Math.Max(MinimumSharesOfBytes, Environment.ProcessorCount * 2) : 0;
    }

    internal int MagazineSize { get; }

    internal int MaximumItems { get; }

    internal int MaximumCreditedItems { get; }

    /// <summary>What one thread may hold, in items: two magazines and, unless bytes are counted, the item at hand, or 0 if the limit is too small to give a thread any.</summary>
    internal int ThreadItems { get; }

    internal bool CountsBytes { get; }

    internal long MaximumBytes { get; }

    internal long MaximumCreditedBytes { get; }

    /// <summary>What one thread may hold, in bytes; 0 in a pool that does not count them.</summary>
    internal long ThreadBytes { get; }
}
