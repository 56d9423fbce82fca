using System.Numerics;
using FsCheck;
using FsCheck.Fluent;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests varints against the writer, against a slow reader with numbers of any length for any bytes, and varints that are too
/// long.</summary>
public sealed partial class BufferReaderTests
{
    private static readonly TryRead<uint> s_tryVarint32 = static (ref reader, out value) => reader.TryReadVarint32(out value);
    private static readonly TryRead<ulong> s_tryVarint64 = static (ref reader, out value) => reader.TryReadVarint64(out value);

    [Fact]
    public void ReadVarints_OfAnyValues_EqualWhatWasWritten() =>
        Prop.ForAll(ArbMap.Default.ArbFor<(ulong Unsigned, long Signed, int Shift)>(), values =>
    {
        foreach (ulong unsigned in new[] { values.Unsigned >> (values.Shift & 63), ~values.Unsigned >> (values.Shift & 63) })
        {
            AssertRead(Written(unsigned), unsigned, writer => writer.WriteVarint64(unsigned), s_tryVarint64,
                static (ref reader) => reader.ReadVarint64());
            AssertRead(Written((uint)unsigned), (uint)unsigned, writer => writer.WriteVarint32((uint)unsigned), s_tryVarint32,
                static (ref reader) => reader.ReadVarint32());
        }

        foreach (long signed in new[] { values.Signed << (values.Shift & 63), ~values.Signed << (values.Shift & 63),
            long.MinValue, long.MaxValue })
        {
            AssertRead(
                Written((ulong)((signed << 1) ^ (signed >> 63))),
                signed,
                writer => writer.WriteZigZagVarint64(signed),
                static (ref reader, out value) => reader.TryReadZigZagVarint64(out value),
                static (ref reader) => reader.ReadZigZagVarint64());
            AssertRead(
                Written((uint)(((int)signed << 1) ^ ((int)signed >> 31))),
                (int)signed,
                writer => writer.WriteZigZagVarint32((int)signed),
                static (ref reader, out value) => reader.TryReadZigZagVarint32(out value),
                static (ref reader) => reader.ReadZigZagVarint32());
        }
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void ReadVarints_OfAnyBytes_EqualASlowReader() =>
        Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), ArbMap.Default.ArbFor<byte>(), (bytes, set) =>
    {
        // Long varints occur if most bytes indicate that there are more.
        byte[] hostile = [.. bytes.Select((value, at) => (set & (1 << (at % 8))) != 0 ? (byte)(value | 0x80) : value)];
        AssertLikeASlowReader(hostile, 5, uint.MaxValue, s_tryVarint32);
        AssertLikeASlowReader(hostile, 10, ulong.MaxValue, s_tryVarint64);
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(TestRounds.Of(1000)));

    [Theory]
    [InlineData(5)]
    [InlineData(10)]
    public void ReadVarints_WithMoreBytesThanNeeded_AreAccepted(int longest)
    {
        for (int length = 1; length <= longest; length++)
        {
            byte[] padded = new byte[length];
            Varint.PutPadded(padded, 5);
            if (longest == 5)
                AssertRead(padded, 5u, null, s_tryVarint32, static (ref reader) => reader.ReadVarint32());
            else
                AssertRead(padded, 5ul, null, s_tryVarint64, static (ref reader) => reader.ReadVarint64());
        }
    }

    [Theory]
    [InlineData("80-80-80-80-10")]
    [InlineData("FF-FF-FF-FF-1F")]
    [InlineData("FF-FF-FF-FF-7F")]
    [InlineData("80-80-80-80-80-00")]
    [InlineData("FF-FF-FF-FF-FF-FF-FF-FF-FF-FF-FF-FF")]
    public void ReadVarint32_ThatIsTooLong_IsRefused(string bytes)
    {
        AssertRefused([Before, .. Hexadecimal(bytes), 0, 0], s_tryVarint32, static (ref reader) => reader.ReadVarint32());
        AssertRefused([Before, .. Hexadecimal(bytes), 0, 0], static (ref reader, out value) => reader.TryReadZigZagVarint32(out value),
            static (ref reader) => reader.ReadZigZagVarint32());
    }

    [Theory]
    [InlineData("80-80-80-80-80-80-80-80-80-02")]
    [InlineData("FF-FF-FF-FF-FF-FF-FF-FF-FF-7F")]
    [InlineData("80-80-80-80-80-80-80-80-80-80-00")]
    [InlineData("FF-FF-FF-FF-FF-FF-FF-FF-FF-FF-FF-FF")]
    public void ReadVarint64_ThatIsTooLong_IsRefused(string bytes)
    {
        AssertRefused([Before, .. Hexadecimal(bytes), 0, 0], s_tryVarint64, static (ref reader) => reader.ReadVarint64());
        AssertRefused([Before, .. Hexadecimal(bytes), 0, 0], static (ref reader, out value) => reader.TryReadZigZagVarint64(out value),
            static (ref reader) => reader.ReadZigZagVarint64());
    }

    private static void AssertLikeASlowReader<T>(byte[] bytes, int longest, ulong largest, TryRead<T> tryRead)
    {
        BigInteger expected = 0;
        int length = 0;
        bool isWhole = false;
        while (!isWhole && length < bytes.Length)
        {
            expected += new BigInteger(bytes[length] & 0x7F) << (7 * length);
            isWhole = bytes[length++] < 0x80;
        }

        bool isAccepted = isWhole && length <= longest && expected <= largest;
        if (!isAccepted && length >= longest)
        {
            Assert.True(Throws([Before, .. bytes], tryRead));
            return;
        }

        var reader = new BufferReader(bytes);

        Assert.Equal(isAccepted, tryRead(ref reader, out T? value));
        Assert.Equal(isAccepted ? length : 0, reader.Consumed);
        Assert.Equal(isAccepted ? (ulong)expected : 0, Convert.ToUInt64(value));
    }

    private static byte[] Written(ulong varint)
    {
        byte[] room = new byte[Varint.Longest];
        return [.. room.Take(Varint.Put(room, varint))];
    }

    private static byte[] Hexadecimal(string bytes) => [.. bytes.Split('-').Select(static part => Convert.ToByte(part, 16))];
}
