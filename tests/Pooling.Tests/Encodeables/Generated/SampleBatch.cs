namespace Pooling.Encodeables.Generated;

/// <summary>A message with an array that waits in a queue, as in an ingester.</summary>
[PooledEncodeable]
public sealed partial class SampleBatch
{
    public long Source { get; set; }

    [RentedArray(nameof(Count))]
    public BatchValue[]? Values { get; private set; }

    public int Count { get; private set; }
}

/// <summary>An item type of which no other test has arrays.</summary>
public readonly record struct BatchValue(double Value);
