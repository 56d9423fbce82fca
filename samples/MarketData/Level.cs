using Pooling.Encodeables;

namespace Pooling.Samples.MarketData;

/// <summary>A price of the book, with what is offered or wanted there: one entry of a repeated group.</summary>
[PooledEncodeable]
internal sealed partial class Level
{
    public const int Length = 14; // bytes

    public long Price { get; set; }

    public uint Size { get; set; }

    public ushort Orders { get; set; }
}
