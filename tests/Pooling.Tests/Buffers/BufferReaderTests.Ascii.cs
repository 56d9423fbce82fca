using System.Globalization;
using System.Text;
using FsCheck;
using FsCheck.Fluent;

namespace Pooling.Buffers;

/// <summary>Tests data that ends with a delimiter, and integers of three bytes.</summary>
public sealed partial class BufferReaderTests
{
    private static readonly byte[] s_lineEnd = [.. "\r\n"u8];

    // In C#, because the parser of .NET is tested.
    public static TheoryData<string> NoNumbers => ["", " 1", "1 ", "1.5", "0x1", "2147483648", "-2147483649", "1\r", new string('1', 256)];

    [Fact]
    public void ReadUInt24_OfAnyValue_EqualsWhatWasWritten() => Prop.ForAll(ArbMap.Default.ArbFor<uint>(), any =>
    {
        foreach (uint value in new[] { any & 0xFFFFFF, ~any & 0xFFFFFF, 0u, 0x123456u, 0xFFFFFFu })
        {
            byte[] little = [(byte)value, (byte)(value >> 8), (byte)(value >> 16)];
            AssertRead(little, value, writer => writer.WriteUInt24LittleEndian(value),
                static (ref reader, out read) => reader.TryReadUInt24LittleEndian(out read),
                static (ref reader) => reader.ReadUInt24LittleEndian());
            AssertRead([little[2], little[1], little[0]], value, writer => writer.WriteUInt24BigEndian(value),
                static (ref reader, out read) => reader.TryReadUInt24BigEndian(out read),
                static (ref reader) => reader.ReadUInt24BigEndian());
        }
    }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("", "\n")]
    [InlineData("a line", "\r\n")]
    [InlineData("\r", "\r\n")]
    [InlineData("\n\n", "\r\n")]
    [InlineData("--boundar", "--boundary")]
    public void TryReadTo_WithEveryCut_ReadsUpToTheDelimiter(string text, string delimiter)
    {
        byte[] end = Encoding.UTF8.GetBytes(delimiter);
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        for (int length = 0; length <= bytes.Length + end.Length + 1; length++)
        {
            byte[] cut = [Before, .. ((byte[])[.. bytes, .. end, Behind]).Take(length)];
            var reader = new BufferReader(cut);
            reader.Advance(1);
            bool isWhole = length >= bytes.Length + end.Length;

            Assert.Equal(isWhole, reader.TryReadTo(out ReadOnlySpan<byte> read, end));
            Assert.Equal(isWhole ? bytes : [], read.ToArray());
            Assert.Equal(isWhole ? 1 + bytes.Length + end.Length : 1, reader.Consumed);
        }
    }

    [Theory]
    [InlineData(3, true)]
    [InlineData(2, false)]
    [InlineData(0, false)]
    [InlineData(-1, false)]
    public void TryReadTo_WithALimit_RefusesWhatIsLonger(int maxLength, bool isAccepted)
    {
        TryRead<byte[]> tryRead = (ref reader, out read) =>
        {
            bool isRead = reader.TryReadTo(out ReadOnlySpan<byte> bytes, s_lineEnd, maxLength);
            read = isRead ? bytes.ToArray() : null;
            return isRead;
        };
        byte[] whole = [Before, .. "abc\r\n"u8];
        if (isAccepted)
        {
            var reader = new BufferReader(whole);
            reader.Advance(1);
            Assert.True(tryRead(ref reader, out byte[]? read));
            Assert.Equal([.. "abc"u8], read!);
        }
        else
        {
            Assert.True(Throws(whole, tryRead));
        }

        Assert.True(Throws([Before, .. "abcdef"u8], tryRead));
    }

    [Fact]
    public void TryReadTo_OfBytes_CopiesNothing()
    {
        byte[] bytes = [.. "ab\n"u8];
        var reader = new BufferReader(bytes);

        Assert.True(reader.TryReadTo(out ReadOnlySpan<byte> read, "\n"u8));
        Assert.True(bytes.AsSpan(0, 2) == read);
        Assert.True(reader.End);
    }

    [Fact]
    public void TryReadAsciiNumber_OfAnyNumber_EqualsWhatWasFormatted() =>
        Prop.ForAll(ArbMap.Default.ArbFor<(long Number, int Shift)>(), values =>
    {
        long number = ~values.Number << (values.Shift & 63);
        AssertAscii(number.ToString(CultureInfo.InvariantCulture), number);
        AssertAscii(((int)number).ToString(CultureInfo.InvariantCulture), (int)number);
        AssertAscii(((short)number).ToString(CultureInfo.InvariantCulture), (short)number);
        AssertAscii(((sbyte)number).ToString(CultureInfo.InvariantCulture), (sbyte)number);
        AssertAscii(((ulong)number).ToString(CultureInfo.InvariantCulture), (ulong)number);
        AssertAscii(((uint)number).ToString(CultureInfo.InvariantCulture), (uint)number);
        AssertAscii(((ushort)number).ToString(CultureInfo.InvariantCulture), (ushort)number);
        AssertAscii(((byte)number).ToString(CultureInfo.InvariantCulture), (byte)number);
        AssertAscii(((uint)number).ToString("x", CultureInfo.InvariantCulture), (uint)number, 'x');
        AssertAscii((number / 1000m).ToString(CultureInfo.InvariantCulture), number / 1000m);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void TryReadAsciiNumber_OfFractions_EqualsThem()
    {
        AssertAscii("21.5", 21.5);
        AssertAscii("-1e-3", -0.001);
        AssertAscii("0.25", 0.25f);
        AssertAscii("+7", 7);
        AssertAscii("007", 7);
    }

    [Theory]
    [MemberData(nameof(NoNumbers))]
    public void TryReadAsciiNumber_OfWhatIsNoNumber_IsRefused(string text) => AssertThrows<int>(text + "\r\n");

    [Fact]
    public void TryReadAsciiNumber_WithoutADelimiter_IsRefusedAtItsLimit()
    {
        string most = new('0', AsciiNumber.MaxLength);
        AssertAscii(most, 0);
        AssertThrows<int>(most + "0\r\n");
        AssertThrows<int>(most + "00");
    }

    [Fact]
    public void TryReadAsciiNumber_OfAnotherType_NamesIt()
    {
        foreach (byte[] bytes in new byte[][] { [.. "1"u8], [.. "1\r\n"u8] })
        {
            Assert.Contains("System.Guid", Assert.Throws<NotSupportedException>(
                () => new BufferReader(bytes).TryReadAsciiNumber<Guid>(out _, s_lineEnd)).Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Delimiter_OfNoOrTooManyBytes_Throws()
    {
        Assert.Throws<ArgumentException>("delimiter", static () => new BufferReader([1]).TryReadTo(out _, []));
        Assert.Throws<ArgumentException>("delimiter", static () => new BufferReader([1]).TryReadAsciiNumber<int>(out _, []));
        Assert.Throws<ArgumentException>("delimiter", static () => new BufferReader([1]).TryReadAsciiNumber<int>(out _, new byte[17]));
    }

    private static void AssertAscii<T>(string text, T expected, char format = default) where T : unmanaged
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text + "\r\n");
        for (int length = 0; length <= bytes.Length + 1; length++)
        {
            byte[] cut = [Before, .. ((byte[])[.. bytes, Behind]).Take(length)];
            var reader = new BufferReader(cut);
            reader.Advance(1);
            bool isWhole = length >= bytes.Length;

            Assert.Equal(isWhole, reader.TryReadAsciiNumber(out T value, s_lineEnd, format));
            Assert.Equal(isWhole ? expected : default, value);
            Assert.Equal(isWhole ? 1 + bytes.Length : 1, reader.Consumed);
        }
    }

    private static void AssertThrows<T>(string text) where T : unmanaged =>
        Assert.True(Throws<T>(
            [Before, .. Encoding.UTF8.GetBytes(text)], static (ref reader, out value) => reader.TryReadAsciiNumber(out value, s_lineEnd)));
}
