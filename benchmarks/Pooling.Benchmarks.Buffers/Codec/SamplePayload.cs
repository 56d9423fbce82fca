namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The payload of the codec rows in both shapes: each scalar type once, 10 data values, and 1,000 numbers of each of 8 types
/// unless the arrays are left out.</summary>
internal static class SamplePayload
{
    private const int Numbers = 1_000;
    private const string Text = "Boiler 7, drum level, mm";
    private const uint Status = 0x40000000; // uncertain

    private static readonly DateTime s_time = new(2026, 5, 17, 8, 30, 15, DateTimeKind.Utc);
    private static readonly Guid s_guid = new("7b0d3c2e-94f1-4f5c-8f0a-26a1d7c9be31");
    private static readonly byte[] s_bytes = [.. Enumerable.Range(0, 32).Select(static i => (byte)(i * 7))];

    internal static BoxedPayload Boxed(bool withArrays) => new(
        [
            new(BuiltInType.Boolean, true),
            new(BuiltInType.SByte, (sbyte)-5),
            new(BuiltInType.Byte, (byte)200),
            new(BuiltInType.Int16, (short)-12_345),
            new(BuiltInType.UInt16, (ushort)54_321),
            new(BuiltInType.Int32, -1_234_567_890),
            new(BuiltInType.UInt32, 3_234_567_890U),
            new(BuiltInType.Int64, -1_234_567_890_123L),
            new(BuiltInType.UInt64, 12_345_678_901_234_567_890UL),
            new(BuiltInType.Float, 1.5f),
            new(BuiltInType.Double, Math.PI),
            new(BuiltInType.String, Text),
            new(BuiltInType.DateTime, s_time),
            new(BuiltInType.Guid, s_guid),
            new(BuiltInType.ByteString, s_bytes),
        ],
        [
            .. Enumerable.Range(0, 10).Select(static i => new BoxedDataValue(
                new(BuiltInType.Double, 20 + (i / 8.0)), Status, s_time.AddSeconds(i), s_time.AddSeconds(i + 1))),
        ],
        !withArrays ? [] :
        [
            new(BuiltInType.Int16, Many(static i => (short)(i - 500)), IsArray: true),
            new(BuiltInType.UInt16, Many(static i => (ushort)(i * 65)), IsArray: true),
            new(BuiltInType.Int32, Many(static i => (i - 500) * 1_000_003), IsArray: true),
            new(BuiltInType.UInt32, Many(static i => (uint)i * 4_000_037), IsArray: true),
            new(BuiltInType.Int64, Many(static i => (i - 500) * 1_000_000_000_039), IsArray: true),
            new(BuiltInType.UInt64, Many(static i => (ulong)i * 18_000_000_000_000_041), IsArray: true),
            new(BuiltInType.Float, Many(static i => i / 3f), IsArray: true),
            new(BuiltInType.Double, Many(static i => i / 7.0), IsArray: true),
        ]);

    /// <summary>The message that all encoders make.</summary>
    internal static byte[] Encoded(bool withArrays)
    {
        using var stream = new MemoryStream();
        BoxedCodec.Encode(new BinaryWriter(stream), Boxed(withArrays));
        return stream.ToArray();
    }

    private static T[] Many<T>(Func<int, T> number) => [.. Enumerable.Range(0, Numbers).Select(number)];
}
