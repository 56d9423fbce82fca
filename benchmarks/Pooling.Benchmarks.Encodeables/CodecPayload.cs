using Pooling.Benchmarks.Buffers.Codec;
using BuiltInType = Pooling.Benchmarks.Buffers.Codec.BuiltInType;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>The content for measuring codecs of OPC UA: a scalar of each of 15 types, arrays of 1,000 numbers of each of 8 types, and 10
/// data values.</summary>
internal static class CodecPayload
{
    // Ticks in wire format, because the contenders that are not codecs of the sample do not subtract the years to 1601.
    private static readonly DateTime s_time = new(DateTime.FromFileTimeUtc(0).Ticks / 4 * 3, DateTimeKind.Utc);

    internal static BoxedVariant[] Scalars { get; } =
    [
        .. new object[]
        {
            true, (sbyte)-5, (byte)200, (short)-12_345, (ushort)54_321, -1_234_567_890, 3_234_567_890U, -1_234_567_890_123L,
            12_345_678_901_234_567_890UL, 1.5f, Math.PI, "Boiler 7, drum level, mm", s_time,
            new Guid("7b0d3c2e-94f1-4f5c-8f0a-26a1d7c9be31"), new byte[32],
        }.Select(static (value, i) => new BoxedVariant((BuiltInType)(i + 1), value)),
    ];

    internal static BoxedVariant[] Arrays { get; } =
    [
        .. new object[]
        {
            Numbers<short>(), Numbers<ushort>(), Numbers<int>(), Numbers<uint>(), Numbers<long>(), Numbers<ulong>(), Numbers<float>(),
            Numbers<double>(),
        }.Select(static (value, i) => new BoxedVariant(BuiltInType.Int16 + (byte)i, value)),
    ];

    internal static BoxedDataValue[] Values { get; } =
    [
        .. Enumerable.Range(0, 10).Select(static i => new BoxedDataValue(
            new BoxedVariant(BuiltInType.Double, 20 + (i / 8.0)), 0x40000000, s_time.AddSeconds(i), s_time.AddSeconds(i + 1))),
    ];

    internal static byte[] Encode(BoxedPayload payload)
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        BoxedCodec.Encode(writer, payload);
        return stream.ToArray();
    }

    private static T[] Numbers<T>() where T : INumberBase<T> => [.. Enumerable.Range(-500, 1_000).Select(T.CreateTruncating)];
}
