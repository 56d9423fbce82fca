using Pooling.Encodeables;

namespace Pooling.Modes;

/// <summary>A message with parts and an array.</summary>
[PooledEncodeable]
internal sealed partial class Message
{
    public int Number { get; set; }

    [RentedArray(nameof(SampleCount))]
    public int[]? Samples { get; private set; }

    public int SampleCount { get; private set; }

    public EncodeableList<Part> Parts { get; } = new(Part.Pool);
}
