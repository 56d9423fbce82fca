namespace Pooling.Benchmarks.Json;

/// <summary>What the codec rows write: each scalar type once and ten data values, and, from 100 KB on, arrays of 1,000 of each of the eight
/// numeric types, as often as the size needs.</summary>
internal sealed class OpcPayload
{
    private static readonly DateTime s_time = new(2026, 3, 14, 15, 9, 26, DateTimeKind.Utc);

    internal OpcPayload(int kilobytes)
    {
        BoxedScalars = CreateScalars();
        BoxedDataValues = [.. Enumerable.Range(0, 10)
            .Select(i => new BoxedDataValue(new BoxedVariant(OpcType.Double, i + 0.5), 0, s_time.AddSeconds(i)))];
        int blocks = kilobytes / 64; // about 64 KB each
        BoxedArrays = [.. Enumerable.Range(0, blocks).SelectMany(_ => CreateArrays())];
        Scalars = Array.ConvertAll(BoxedScalars, OpcVariant.From);
        DataValues = Array.ConvertAll(BoxedDataValues, OpcDataValue.From);
        Arrays = Array.ConvertAll(BoxedArrays, OpcVariant.From);
    }

    internal BoxedVariant[] BoxedScalars { get; }

    internal BoxedDataValue[] BoxedDataValues { get; }

    internal BoxedVariant[] BoxedArrays { get; }

    internal OpcVariant[] Scalars { get; }

    internal OpcDataValue[] DataValues { get; }

    internal OpcVariant[] Arrays { get; }

    private static BoxedVariant[] CreateScalars() =>
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

    private static BoxedVariant[] CreateArrays()
    {
        int[] numbers = [.. Enumerable.Range(0, 1_000)];
        return
        [
            new(OpcType.Int16, Array.ConvertAll(numbers, i => (short)(i * 31))),
            new(OpcType.UInt16, Array.ConvertAll(numbers, i => (ushort)(i * 61))),
            new(OpcType.Int32, Array.ConvertAll(numbers, i => i * -12_347)),
            new(OpcType.UInt32, Array.ConvertAll(numbers, i => (uint)i * 123_457)),
            new(OpcType.Int64, Array.ConvertAll(numbers, i => i * 1_234_567_891L)),
            new(OpcType.UInt64, Array.ConvertAll(numbers, i => (ulong)i * 123_456_789)),
            new(OpcType.Float, Array.ConvertAll(numbers, i => i * 0.25f)),
            new(OpcType.Double, Array.ConvertAll(numbers, i => i * 0.125)),
        ];
    }
}
