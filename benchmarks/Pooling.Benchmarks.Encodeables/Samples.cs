namespace Pooling.Benchmarks.Encodeables;

/// <summary>A message with some values. Its array is rented, and stays with the object while it is idle.</summary>
[PooledEncodeable]
internal sealed partial class Samples
{
    public long Source { get; set; }

    [RentedArray(nameof(Count))]
    public double[]? Values { get; private set; }

    public int Count { get; private set; }
}
