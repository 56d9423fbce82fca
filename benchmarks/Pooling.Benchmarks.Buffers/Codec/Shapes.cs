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

    internal const int GuidLength = 16;

    private static readonly long s_epoch = new DateTime(1601, 1, 1, 0, 0, 0, DateTimeKind.Utc).Ticks;

    internal static long ToWire(DateTime time) => time.Ticks - s_epoch;

    internal static DateTime FromWire(long ticks) => new(ticks + s_epoch, DateTimeKind.Utc);
}

/// <summary>The plain shape of a variant: an object, whose scalar is boxed.</summary>
internal sealed record BoxedVariant(BuiltInType Type, object Value, bool IsArray = false);

internal sealed record BoxedDataValue(BoxedVariant Value, uint Status, DateTime SourceTime, DateTime ServerTime);

internal sealed record BoxedPayload(BoxedVariant[] Scalars, BoxedDataValue[] Values, BoxedVariant[] Arrays);

/// <summary>The published shape of a variant: a struct that holds its number in itself, and references text and arrays only.</summary>
internal readonly struct Variant
{
    private readonly object? _reference; // a string, an array, or the owner of one
    private readonly ulong _low;
    private readonly ulong _high; // of a Guid

    internal Variant(BuiltInType type, ulong bits) => (Type, _low) = (type, bits);

    internal Variant(BuiltInType type, object reference) => (Type, _reference) = (type, reference);

    internal Variant(Guid value)
    {
        Type = BuiltInType.Guid;
        (_low, _high) = Unsafe.BitCast<Guid, (ulong, ulong)>(value);
    }

    internal BuiltInType Type { get; }

    internal ulong Bits => _low;

    internal Guid Guid => Unsafe.BitCast<(ulong, ulong), Guid>((_low, _high));

    internal string Text => (string)_reference!;

    internal ReadOnlySpan<T> Numbers<T>() => _reference is PooledArray<T> owner ? owner.Span : (T[])_reference!;

    /// <summary>Gives an owned array back to its pool.</summary>
    internal void Release() => (_reference as IDisposable)?.Dispose();
}

internal readonly record struct DataValue(Variant Value, uint Status, DateTime SourceTime, DateTime ServerTime);

/// <summary>What the codec rows carry, as structs.</summary>
internal readonly ref struct Payload(ReadOnlySpan<Variant> scalars, ReadOnlySpan<DataValue> values, ReadOnlySpan<Variant> arrays)
{
    internal readonly ReadOnlySpan<Variant> Scalars = scalars;
    internal readonly ReadOnlySpan<DataValue> Values = values;
    internal readonly ReadOnlySpan<Variant> Arrays = arrays;
}
