using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>A part of a packet.</summary>
[PooledEncodeable]
internal sealed partial class FuzzItem
{
    internal ushort Handle { get; set; }

    internal PooledArray<short>? Samples { get; set; }
}
