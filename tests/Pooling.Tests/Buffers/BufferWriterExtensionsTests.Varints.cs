using FsCheck;
using FsCheck.Fluent;

namespace Pooling.Buffers;

/// <summary>Tests varints against known bytes, and by reading them.</summary>
public sealed partial class BufferWriterExtensionsTests
{
    [Theory]
    [InlineData(0u, "00")]
    [InlineData(1u, "01")]
    [InlineData(127u, "7F")]
    [InlineData(128u, "80-01")]
    [InlineData(300u, "AC-02")]
    [InlineData(16_383u, "FF-7F")]
    [InlineData(16_384u, "80-80-01")]
    [InlineData(uint.MaxValue, "FF-FF-FF-FF-0F")]
    public void WriteVarint32_OfAValue_WritesKnownBytes(uint value, string expected) =>
        AssertEveryWriter(Bytes(expected), writer => writer.WriteVarint32(value));

    [Theory]
    [InlineData(0ul, "00")]
    [InlineData(128ul, "80-01")]
    [InlineData((ulong)uint.MaxValue + 1, "80-80-80-80-10")]
    [InlineData((ulong)long.MaxValue, "FF-FF-FF-FF-FF-FF-FF-FF-7F")]
    [InlineData(ulong.MaxValue, "FF-FF-FF-FF-FF-FF-FF-FF-FF-01")]
    public void WriteVarint64_OfAValue_WritesKnownBytes(ulong value, string expected) =>
        AssertEveryWriter(Bytes(expected), writer => writer.WriteVarint64(value));

    [Theory]
    [InlineData(0, "00")]
    [InlineData(-1, "01")]
    [InlineData(1, "02")]
    [InlineData(-64, "7F")]
    [InlineData(64, "80-01")]
    [InlineData(int.MaxValue, "FE-FF-FF-FF-0F")]
    [InlineData(int.MinValue, "FF-FF-FF-FF-0F")]
    public void WriteZigZagVarint32_OfAValue_WritesKnownBytes(int value, string expected) =>
        AssertEveryWriter(Bytes(expected), writer => writer.WriteZigZagVarint32(value));

    [Theory]
    [InlineData(0L, "00")]
    [InlineData(-1L, "01")]
    [InlineData(1L, "02")]
    [InlineData(long.MaxValue, "FE-FF-FF-FF-FF-FF-FF-FF-FF-01")]
    [InlineData(long.MinValue, "FF-FF-FF-FF-FF-FF-FF-FF-FF-01")]
    public void WriteZigZagVarint64_OfAValue_WritesKnownBytes(long value, string expected) =>
        AssertEveryWriter(Bytes(expected), writer => writer.WriteZigZagVarint64(value));

    [Fact]
    public void Varints_OfAnyValues_ReadBack() => Prop.ForAll(ArbMap.Default.ArbFor<(ulong Unsigned, long Signed, int Shift)>(), values =>
    {
        ulong unsigned = values.Unsigned >> (values.Shift & 63);
        long signed = values.Signed << (values.Shift & 63);
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.WriteVarint64(unsigned);
        writer.WriteVarint32((uint)unsigned);
        writer.WriteZigZagVarint64(signed);
        writer.WriteZigZagVarint32((int)signed);

        ReadOnlySpan<byte> rest = writer.WrittenSpan;
        Assert.Equal(unsigned, ReadVarint(ref rest));
        Assert.Equal((uint)unsigned, ReadVarint(ref rest));
        Assert.Equal(signed, ReadZigZag(ref rest));
        Assert.Equal((int)signed, ReadZigZag(ref rest));
        Assert.True(rest.IsEmpty);
    }).QuickCheckThrowOnFailure();

    private static long ReadZigZag(ref ReadOnlySpan<byte> bytes)
    {
        ulong value = ReadVarint(ref bytes);
        return (value & 1) == 0 ? (long)(value / 2) : -(long)(value / 2) - 1;
    }

    private static ulong ReadVarint(ref ReadOnlySpan<byte> bytes)
    {
        ulong value = 0;
        int length = 0;
        byte last;
        do
        {
            last = bytes[length];
            value |= (ulong)(last & 0x7F) << (7 * length++);
        }
        while (last >= 0x80);

        bytes = bytes.Slice(length);
        return value;
    }

    private static byte[] Bytes(string hexadecimal) => [.. hexadecimal.Split('-').Select(static part => Convert.ToByte(part, 16))];
}
