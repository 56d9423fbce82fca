using System.Text;

namespace Pooling.Buffers;

/// <summary>Tests numbers as text and integers of three bytes, with every split.</summary>
public sealed partial class SequenceReaderExtensionsTests
{
    private static readonly byte[] s_lineEnd = [.. "\r\n"u8];

    [Fact]
    public void TryReadUInt24_OfSomeValues_EqualsThem()
    {
        foreach (uint value in new[] { 0u, 1u, 0x123456u, 0xFFFFFFu })
        {
            AssertRead([(byte)value, (byte)(value >> 8), (byte)(value >> 16)], value,
                static (ref reader, out read) => reader.TryReadUInt24LittleEndian(out read));
            AssertRead([(byte)(value >> 16), (byte)(value >> 8), (byte)value], value,
                static (ref reader, out read) => reader.TryReadUInt24BigEndian(out read));
        }
    }

    [Fact]
    public void TryReadAsciiNumber_OfNumbers_EqualsThem()
    {
        AssertRead([.. "-1234\r\n"u8], -1234, static (ref reader, out read) => reader.TryReadAsciiNumber(out read, s_lineEnd));
        AssertRead([.. "1fF\r\n"u8], 0x1FFL, static (ref reader, out read) => reader.TryReadAsciiNumber(out read, s_lineEnd, 'x'));
        AssertRead([.. "21.5;"u8], 21.5, static (ref reader, out read) => reader.TryReadAsciiNumber(out read, ";"u8));
        AssertRead([.. "0.01;"u8], 0.01m, static (ref reader, out read) => reader.TryReadAsciiNumber(out read, ";"u8));
    }

    [Theory]
    [MemberData(nameof(BufferReaderTests.NoNumbers), MemberType = typeof(BufferReaderTests))]
    public void TryReadAsciiNumber_OfWhatIsNoNumber_IsRefused(string text)
    {
        byte[] bytes = [Before, .. Encoding.UTF8.GetBytes(text + "\r\n")];
        Assert.All(new[] { Split(bytes, 1), Split(bytes, 3), Split(bytes, 1000) }, static split => Assert.True(
            Throws<int>(split, static (ref reader, out read) => reader.TryReadAsciiNumber(out read, s_lineEnd))));
    }

    [Fact]
    public void TryReadAsciiNumber_AroundItsLimit_KeepsToIt()
    {
        byte[] zeros = [.. Enumerable.Repeat((byte)'0', AsciiNumber.MaxLength)];
        TryRead<int> tryRead = static (ref reader, out read) => reader.TryReadAsciiNumber(out read, s_lineEnd);
        foreach (int segment in new[] { 1, 7, 100, 1000 })
        {
            Assert.False(Throws(Split([Before, .. zeros, (byte)'\r'], segment), tryRead));
            Assert.True(Throws(Split([Before, .. zeros, .. "0\r\n"u8], segment), tryRead));
            Assert.True(Throws(Split([Before, .. zeros, .. zeros, .. zeros], segment), tryRead));

            var reader = new System.Buffers.SequenceReader<byte>(Split([Before, .. zeros, .. "\r\nrest"u8], segment));
            reader.Advance(1);
            Assert.True(reader.TryReadAsciiNumber(out int value, s_lineEnd));
            Assert.Equal((0, 4), (value, (int)reader.Remaining));
        }
    }
}
