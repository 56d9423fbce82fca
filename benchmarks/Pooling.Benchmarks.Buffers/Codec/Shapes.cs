namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The scalar types of OPC UA with their numbers on the wire, as far as the rows need them.</summary>
internal enum BuiltInType : byte
{
    Boolean = 1, SByte, Byte, Int16, UInt16, Int32, UInt32, Int64, UInt64, Float, Double, String, DateTime, Guid, ByteString,
}

/// <summary>Constants of the binary encoding.</summary>
internal static class Wire
{
    /// <summary>In a variant's first byte: an array with its length follows, instead of a scalar.</summary>
    internal const byte ArrayBit = 0x80;

    /// <summary>A data value's first byte, which says that it has a value, a status and both times.</summary>
    internal const byte ValueStatusAndTimes = 0x0F;
}

/// <summary>The plain shape of a variant: an object, whose scalar is boxed.</summary>
internal sealed record BoxedVariant(BuiltInType Type, object Value)
{
    internal bool IsArray => Value is Array and not byte[];
}

internal sealed record BoxedDataValue(BoxedVariant Value, uint Status, DateTime SourceTime, DateTime ServerTime);

internal sealed record BoxedPayload(BoxedVariant[] Variants, BoxedDataValue[] Values);

/// <summary>The published shape of a variant: a struct that holds its number or Guid in itself, and references text and arrays, or the
/// owners of arrays.</summary>
internal readonly record struct Variant(BuiltInType Type, bool IsArray, object? Reference, UInt128 Bits)
{
    internal ReadOnlySpan<T> Numbers<T>() => Reference is PooledArray<T> owner ? owner.Span : (T[])Reference!;
}

internal readonly record struct DataValue(Variant Value, uint Status, DateTime SourceTime, DateTime ServerTime);
