namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The scalar types of OPC UA with their numbers on the wire, as far as the rows need them.</summary>
internal enum BuiltInType : byte
{
    Boolean = 1, SByte, Byte, Int16, UInt16, Int32, UInt32, Int64, UInt64, Float, Double, String, DateTime, Guid, ByteString,
}

/// <summary>The first byte of a variant has a bit for arrays; that of a data value says which fields it has.</summary>
internal static class Wire
{
    internal const byte ArrayBit = 0x80;
    internal const byte ValueStatusAndTimes = 0x0F;
}

/// <summary>The plain shape of a variant: an object, whose scalar is boxed.</summary>
internal sealed record BoxedVariant(BuiltInType Type, object Value);

internal sealed record BoxedDataValue(BoxedVariant Value, uint Status, DateTime SourceTime, DateTime ServerTime);

internal sealed record BoxedPayload(BoxedVariant[] Variants, BoxedDataValue[] Values);

/// <summary>The published shape of a variant: a struct that holds its number or Guid in itself, and references text and arrays, or the
/// owners of arrays.</summary>
internal readonly record struct Variant(BuiltInType Type, UInt128 Bits, object? Reference = null, bool IsArray = false)
{
    internal ReadOnlySpan<T> Numbers<T>() => Reference is PooledArray<T> owner ? owner.Span : (T[])Reference!;
}

internal readonly record struct DataValue(Variant Value, uint Status, DateTime SourceTime, DateTime ServerTime);
