using Pooling.Encodeables;

namespace Pooling.Samples.MarketData;

/// <summary>The book of an instrument, with its two repeated groups. The levels stay with the object when it returns to its pool.</summary>
[PooledEncodeable]
internal sealed partial class Snapshot
{
    public const int MaxLevels = 1000; // of each side

    public uint Instrument { get; set; }

    public ulong Sequence { get; set; }

    public EncodeableList<Level> Bids { get; } = new(Level.Pool, maxKept: MaxLevels);

    public EncodeableList<Level> Asks { get; } = new(Level.Pool, maxKept: MaxLevels);
}
