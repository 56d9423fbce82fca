using System.Numerics;

namespace Pooling.Benchmarks.Json;

/// <summary>The built-in types that the codec rows write, with their numbers in the protocol.</summary>
internal enum OpcType
{
    Boolean = 1,
    SByte = 2,
    Byte = 3,
    Int16 = 4,
    UInt16 = 5,
    Int32 = 6,
    UInt32 = 7,
    Int64 = 8,
    UInt64 = 9,
    Float = 10,
    Double = 11,
    String = 12,
    DateTime = 13,
    Guid = 14,
    ByteString = 15,
}

/// <summary>A value of any built-in type, as the plain codec holds it: a class with a box inside.</summary>
internal sealed record BoxedVariant(OpcType Type, object Value);

/// <summary>A value of any built-in type without a box: numbers are in the bits.</summary>
internal readonly record struct OpcVariant(OpcType Type, long Bits, object? Reference = null)
{
    internal static OpcVariant From(BoxedVariant boxed) => boxed.Value switch
    {
        bool value => new(boxed.Type, value ? 1 : 0),
        ulong value => new(boxed.Type, (long)value),
        float value => new(boxed.Type, BitConverter.SingleToInt32Bits(value)),
        double value => new(boxed.Type, BitConverter.DoubleToInt64Bits(value)),
        DateTime value => new(boxed.Type, value.Ticks),
        ValueType value and not Guid => new(boxed.Type, Convert.ToInt64(value, null)),
        { } value => new(boxed.Type, 0, value),
    };
}

/// <summary>An array of numbers, which hands itself to an encoder.</summary>
internal abstract record OpcArray(OpcType Type)
{
    internal abstract void WriteItems<TEncoder>(TEncoder encoder) where TEncoder : IOpcItems;
}

internal sealed record OpcArray<T>(OpcType Type, T[] Items) : OpcArray(Type) where T : struct, INumber<T>
{
    internal override void WriteItems<TEncoder>(TEncoder encoder) => encoder.WriteItems(Items);
}

/// <summary>Writes the items of an array.</summary>
internal interface IOpcItems
{
    void WriteItems<T>(T[] items) where T : struct, INumber<T>;
}

/// <summary>What the codec rows write: each scalar type once and ten data values, and, from 100 KB on, arrays of 1,000 of each of the eight
/// numeric types, as often as the size needs.</summary>
internal sealed class OpcPayload
{
    private static readonly DateTime s_time = new(2026, 3, 14, 15, 9, 26, DateTimeKind.Utc);

    internal OpcPayload(int kilobytes)
    {
        BoxedDataValues = [.. Enumerable.Range(0, 10).Select(i => (new BoxedVariant(OpcType.Double, i + 0.5), s_time.AddSeconds(i)))];
        Scalars = Array.ConvertAll(BoxedScalars, OpcVariant.From);
        DataValues = Array.ConvertAll(BoxedDataValues, static value => (OpcVariant.From(value.Value), value.Time));
        Arrays = [.. Enumerable.Range(0, kilobytes / 64).SelectMany(static _ => CreateArrays())]; // about 64 KB each time
    }

    internal BoxedVariant[] BoxedScalars { get; } =
    [
        new(OpcType.Boolean, true),
        new(OpcType.SByte, (sbyte)-12),
        new(OpcType.Byte, (byte)250),
        new(OpcType.Int16, (short)-12_345),
        new(OpcType.UInt16, (ushort)54_321),
        new(OpcType.Int32, -1_234_567),
        new(OpcType.UInt32, 3_234_567_890u),
        new(OpcType.Int64, -1_234_567_890_123L),
        new(OpcType.UInt64, 12_345_678_901_234UL),
        new(OpcType.Float, 12.5f),
        new(OpcType.Double, 1234.5678),
        new(OpcType.String, "Boiler 7, \"feed\" line\n"),
        new(OpcType.DateTime, s_time),
        new(OpcType.Guid, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
        new(OpcType.ByteString, new byte[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }),
    ];

    internal (BoxedVariant Value, DateTime Time)[] BoxedDataValues { get; }

    internal OpcVariant[] Scalars { get; }

    internal (OpcVariant Value, DateTime Time)[] DataValues { get; }

    internal OpcArray[] Arrays { get; }

    private static OpcArray[] CreateArrays()
    {
        int[] numbers = [.. Enumerable.Range(0, 1_000)];
        return
        [
            new OpcArray<short>(OpcType.Int16, Array.ConvertAll(numbers, i => (short)(i * 31))),
            new OpcArray<ushort>(OpcType.UInt16, Array.ConvertAll(numbers, i => (ushort)(i * 61))),
            new OpcArray<int>(OpcType.Int32, Array.ConvertAll(numbers, i => i * -12_347)),
            new OpcArray<uint>(OpcType.UInt32, Array.ConvertAll(numbers, i => (uint)i * 123_457)),
            new OpcArray<long>(OpcType.Int64, Array.ConvertAll(numbers, i => i * 1_234_567_891L)),
            new OpcArray<ulong>(OpcType.UInt64, Array.ConvertAll(numbers, i => (ulong)i * 123_456_789)),
            new OpcArray<float>(OpcType.Float, Array.ConvertAll(numbers, i => i * 0.25f)),
            new OpcArray<double>(OpcType.Double, Array.ConvertAll(numbers, i => i * 0.125)),
        ];
    }
}
