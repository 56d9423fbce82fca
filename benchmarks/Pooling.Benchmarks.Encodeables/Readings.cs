namespace Pooling.Benchmarks.Encodeables;

/// <summary>A message with a list. The list stays with the object while it is idle, as long as recent messages used
/// it.</summary>
[PooledEncodeable]
internal sealed partial class Readings
{
    public List<long> Values { get; } = [];
}
