namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>What the codec rows carry, as structs in arrays.</summary>
internal readonly ref struct Payload(ReadOnlySpan<Variant> scalars, ReadOnlySpan<DataValue> values, ReadOnlySpan<Variant> arrays)
{
    internal ReadOnlySpan<Variant> Scalars { get; } = scalars;

    internal ReadOnlySpan<DataValue> Values { get; } = values;

    internal ReadOnlySpan<Variant> Arrays { get; } = arrays;
}
