namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>Specifies the scalar types of OPC UA by their numbers on the wire, as far as the rows need them.</summary>
internal enum BuiltInType : byte
{
    Boolean = 1, SByte, Byte, Int16, UInt16, Int32, UInt32, Int64, UInt64, Float, Double, String, DateTime, Guid, ByteString,
}

/// <summary>The bits of first bytes. In a variant, a bit marks arrays; in a data value, the bits specify its fields.</summary>
internal static class Wire
{
    internal const byte ArrayBit = 0x80;
    internal const byte ValueStatusAndTimes = 0x0F;
}

/// <summary>A variant in the plain form: an object, whose scalar is boxed.</summary>
internal sealed record BoxedVariant(BuiltInType Type, object Value);

internal sealed record BoxedDataValue(BoxedVariant Value, uint Status, DateTime SourceTime, DateTime ServerTime);

internal sealed record BoxedPayload(BoxedVariant[] Variants, BoxedDataValue[] Values);

/// <summary>A variant in the published form: a struct that stores its number or Guid in itself, and references text and arrays, or the
/// owners of arrays.</summary>
internal readonly record struct Variant(BuiltInType Type, UInt128 Bits, object? Reference = null, bool IsArray = false)
{
    internal ReadOnlySpan<T> Numbers<T>() => Reference is PooledArray<T> owner ? owner.Span : (T[])Reference!;
}

internal readonly record struct DataValue(Variant Value, uint Status, DateTime SourceTime, DateTime ServerTime);
