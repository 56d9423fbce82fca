namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>Types of OPC UA with their numbers on the wire, one for each length that a value has; an array has 128 more.</summary>
internal enum WireType : byte
{
    Boolean = 1, Int32 = 6, Double = 11, String = 12, DateTime = 13, Guid = 14, Bytes = 15, Int32s = 134,
}

/// <summary>The plain shape: an object, whose scalar is boxed.</summary>
internal sealed record BoxedDataValue(WireType Type, object Value, uint Status, DateTime SourceTime, DateTime ServerTime);

/// <summary>The published shape: a struct that holds its number or Guid in itself, and references text and arrays only.</summary>
internal readonly record struct DataValue(
    WireType Type, object? Reference, UInt128 Bits, uint Status, DateTime SourceTime, DateTime ServerTime)
{
    internal ReadOnlySpan<T> Numbers<T>() => Reference is PooledArray<T> owner ? owner.Span : (T[])Reference!;
}
