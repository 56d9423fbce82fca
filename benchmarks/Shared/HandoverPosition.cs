namespace Pooling.Benchmarks;

/// <summary>A position of a <see cref="HandoverRing{T}"/>, two cache lines apart from anything else.</summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal struct HandoverPosition
{
    [FieldOffset(128)]
    internal long Value;
}
