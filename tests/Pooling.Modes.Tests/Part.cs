using Pooling.Encodeables;

namespace Pooling.Modes;

/// <summary>An object that other objects can have as a part.</summary>
[PooledEncodeable]
internal sealed partial class Part
{
    public int Value { get; set; }
}
