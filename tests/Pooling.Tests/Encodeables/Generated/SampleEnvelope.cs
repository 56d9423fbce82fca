namespace Pooling.Encodeables.Generated;

/// <summary>A message with an object that it makes for itself, whose array stays with that.</summary>
[PooledEncodeable]
public sealed partial class SampleEnvelope
{
    public SampleBatch Body { get; } = new();
}
