namespace Pooling.Benchmarks.Encodeables;

/// <summary>A message with some values, without the members for pooling.</summary>
internal sealed class NewSamples
{
    public long Source { get; set; }

    public double[] Values { get; set; } = [];

    public int Count { get; set; }
}
