using System.Numerics;

namespace Pooling.Benchmarks.Json;

/// <summary>The built-in types that the codec rows write, with their numbers in the protocol.</summary>
internal enum OpcType
{
    Boolean = 1,
    SByte,
    Byte,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
    Float,
    Double,
    String,
    DateTime,
    Guid,
    ByteString,
}

/// <summary>A value of any built-in type without a box: numbers are in the bits. The plain codec has boxes.</summary>
internal readonly record struct OpcVariant(OpcType Type, long Bits, object? Reference = null)
{
    internal static OpcVariant From((OpcType Type, object Value) boxed) => boxed.Value switch
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

/// <summary>Writes the pieces of a message. Brackets are those of JSON.</summary>
/// <typeparam name="TVariant">A value of any built-in type.</typeparam>
internal interface IOpcEncoder<TVariant>
{
    void Start(char bracket);

    void End(char bracket);

    void WriteName(string name);

    void WriteNumber<T>(T value) where T : struct, INumber<T>;

    void WriteTime(DateTime value);

    void WriteVariant(in TVariant variant);
}

/// <summary>What the codec rows write: each scalar type once and ten data values, and, from 100 KB on, arrays of 1,000 of each of the eight
/// numeric types, as often as the size needs.</summary>
internal sealed class OpcPayload<TVariant>
{
    private static readonly DateTime s_time = new(2026, 3, 14, 15, 9, 26, DateTimeKind.Utc);

    private readonly TVariant[] _scalars;
    private readonly (TVariant Value, DateTime Time)[] _dataValues;
    private readonly OpcArray[] _arrays;

    internal OpcPayload(int kilobytes, Func<(OpcType Type, object Value), TVariant> create)
    {
        (OpcType, object)[] scalars =
        [
            (OpcType.Boolean, true),
            (OpcType.SByte, (sbyte)-12),
            (OpcType.Byte, (byte)250),
            (OpcType.Int16, (short)-12_345),
            (OpcType.UInt16, (ushort)54_321),
            (OpcType.Int32, -1_234_567),
            (OpcType.UInt32, 3_234_567_890u),
            (OpcType.Int64, -1_234_567_890_123L),
            (OpcType.UInt64, 12_345_678_901_234UL),
            (OpcType.Float, 12.5f),
            (OpcType.Double, 1234.5678),
            (OpcType.String, "Boiler 7, \"feed\" line\n"),
            (OpcType.DateTime, s_time),
            (OpcType.Guid, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
            (OpcType.ByteString, new byte[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }),
        ];
        _scalars = Array.ConvertAll(scalars, scalar => create(scalar));
        _dataValues = [.. Enumerable.Range(0, 10).Select(i => (create((OpcType.Double, i + 0.5)), s_time.AddSeconds(i)))];
        int[] numbers = [.. Enumerable.Range(0, 1_000)];
        _arrays =
        [
            .. Enumerable.Repeat<OpcArray[]>(
            [
                new OpcArray<short>(OpcType.Int16, Array.ConvertAll(numbers, i => (short)(i * 31))),
                new OpcArray<ushort>(OpcType.UInt16, Array.ConvertAll(numbers, i => (ushort)(i * 61))),
                new OpcArray<int>(OpcType.Int32, Array.ConvertAll(numbers, i => i * -12_347)),
                new OpcArray<uint>(OpcType.UInt32, Array.ConvertAll(numbers, i => (uint)i * 123_457)),
                new OpcArray<long>(OpcType.Int64, Array.ConvertAll(numbers, i => i * 1_234_567_891L)),
                new OpcArray<ulong>(OpcType.UInt64, Array.ConvertAll(numbers, i => (ulong)i * 123_456_789)),
                new OpcArray<float>(OpcType.Float, Array.ConvertAll(numbers, i => i * 0.25f)),
                new OpcArray<double>(OpcType.Double, Array.ConvertAll(numbers, i => i * 0.125)),
            ],
            count: kilobytes / 64).SelectMany(static arrays => arrays), // about 64 KB each time
        ];
    }

    internal void Write<TEncoder>(TEncoder encoder) where TEncoder : IOpcEncoder<TVariant>
    {
        encoder.Start('{');
        encoder.WriteName("Scalars");
        encoder.Start('[');
        foreach (ref readonly TVariant scalar in _scalars.AsSpan())
            encoder.WriteVariant(scalar);

        encoder.End(']');
        encoder.WriteName("DataValues");
        encoder.Start('[');
        foreach (ref readonly (TVariant Value, DateTime Time) item in _dataValues.AsSpan())
        {
            encoder.Start('{');
            encoder.WriteName("Value");
            encoder.WriteVariant(item.Value);
            encoder.WriteName("StatusCode");
            encoder.WriteNumber(0);
            encoder.WriteName("SourceTimestamp");
            encoder.WriteTime(item.Time);
            encoder.End('}');
        }

        encoder.End(']');
        encoder.WriteName("Arrays");
        encoder.Start('[');
        foreach (OpcArray array in _arrays)
            array.Write(encoder);

        encoder.End(']');
        encoder.End('}');
    }

    private abstract class OpcArray
    {
        internal abstract void Write<TEncoder>(TEncoder encoder) where TEncoder : IOpcEncoder<TVariant>;
    }

    private sealed class OpcArray<T>(OpcType type, T[] items) : OpcArray where T : struct, INumber<T>
    {
        internal override void Write<TEncoder>(TEncoder encoder)
        {
            encoder.Start('{');
            encoder.WriteName("Type");
            encoder.WriteNumber((int)type);
            encoder.WriteName("Body");
            encoder.Start('[');
            foreach (T item in items)
                encoder.WriteNumber(item);

            encoder.End(']');
            encoder.End('}');
        }
    }
}
