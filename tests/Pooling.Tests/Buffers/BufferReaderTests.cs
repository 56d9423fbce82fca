namespace Pooling.Buffers;

/// <summary>Tests the position, bytes without a copy, and the common behavior of all members. Numbers, varints, text and spans have
/// separate parts.</summary>
public sealed partial class BufferReaderTests
{
    private const byte Before = 42;
    private const byte Behind = 0xFF; // does not end a varint

    private delegate bool TryRead<T>(ref BufferReader reader, out T? value);

    private delegate T Read<T>(ref BufferReader reader);

    private delegate void Use(ref BufferReader reader);

    [Fact]
    public void Default_IsAnEmptyReader()
    {
        BufferReader reader = default;

        Assert.True(reader.End);
        Assert.Equal(0, reader.Consumed);
        Assert.Equal(0, reader.Remaining);
        Assert.True(reader.UnreadSpan.IsEmpty);
        Assert.False(reader.TryReadByte(out _));
        Assert.False(reader.TryReadVarint32(out _));
        Assert.False(reader.TryReadPrefixedBytes(LengthPrefix.Varint, out _));
        Assert.False(reader.TryAdvance(1));
        Assert.True(reader.TryAdvance(0));
        Assert.True(reader.TryReadBytes(0, out _));
        Assert.True(reader.TryReadUtf8(0, out string? text));
        Assert.Equal("", text);
        Assert.True(reader.TryReadBigEndian<int>([]));
        Assert.Equal("0 of 0 bytes", reader.DebuggerText);
    }

    [Fact]
    public void Position_AfterReading_IsBehindIt()
    {
        var reader = new BufferReader([1, 2, 3, 4, 5]);

        Assert.Equal(1, reader.ReadByte());
        Assert.Equal(0x0302, reader.ReadUInt16LittleEndian());

        Assert.Equal(3, reader.Consumed);
        Assert.Equal(2, reader.Remaining);
        Assert.False(reader.End);
        Assert.Equal([4, 5], reader.UnreadSpan.ToArray());
        Assert.Equal("3 of 5 bytes", reader.DebuggerText);
        reader.Advance(2);
        Assert.True(reader.End);
        Assert.True(reader.UnreadSpan.IsEmpty);
    }

    [Fact]
    public void Copy_OfAReader_IsIndependent()
    {
        var reader = new BufferReader([1, 2, 3]);
        reader.Advance(1);
        BufferReader start = reader;
        reader.Advance(2);

        Assert.Equal(1, start.Consumed);
        Assert.Equal(2, start.ReadByte());
        Assert.True(reader.End);
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, true)]
    [InlineData(3, true)]
    [InlineData(4, false)]
    [InlineData(-1, false)]
    [InlineData(int.MaxValue, false)]
    [InlineData(int.MinValue, false)]
    public void Advance_ByAnyCount_StaysWithinTheBytes(int count, bool isAccepted)
    {
        byte[] bytes = [1, 2, 3, 4];
        var reader = new BufferReader(bytes);
        reader.Advance(1);

        if (count >= 0)
            Assert.Equal(isAccepted, reader.TryAdvance(count));
        else
            Assert.True(Throws<int>(bytes, (ref reader, out value) => reader.TryAdvance(value = count)));

        Assert.Equal(isAccepted ? 1 + count : 1, reader.Consumed);
        AssertThrowsUnless(isAccepted, bytes, (ref reader) => { reader.Advance(count); return 0; });
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, true)]
    [InlineData(3, true)]
    [InlineData(4, false)]
    [InlineData(-1, false)]
    [InlineData(int.MaxValue, false)]
    [InlineData(int.MinValue, false)]
    public void ReadBytes_OfAnyCount_StaysWithinTheBytes(int count, bool isAccepted)
    {
        byte[] bytes = [1, 2, 3, 4];
        if (count < 0)
        {
            AssertRefused(
                bytes,
                (ref reader, out value) => reader.TryReadBytes(value = count, out _),
                (ref reader) => reader.ReadBytes(count).Length);
            return;
        }

        var reader = new BufferReader(bytes);
        reader.Advance(1);

        Assert.Equal(isAccepted, reader.TryReadBytes(count, out ReadOnlySpan<byte> read));
        Assert.Equal(isAccepted ? bytes.Skip(1).Take(count) : [], read.ToArray());
        Assert.Equal(isAccepted ? 1 + count : 1, reader.Consumed);
        AssertThrowsUnless(isAccepted, bytes, (ref reader) => reader.ReadBytes(count).ToArray());
    }

    [Fact]
    public void ReadBytes_OfSome_CopiesNothing()
    {
        byte[] bytes = [1, 2, 3, 4];
        var reader = new BufferReader(bytes);
        reader.Advance(1);

        Assert.True(bytes.AsSpan(1, 2) == reader.ReadBytes(2));
    }

    [Fact]
    public void ReadByte_OfEach_EqualsIt() => AssertRead<byte>(
        [200], 200, static writer => writer.Write([200]), static (ref reader, out value) => reader.TryReadByte(out value),
        static (ref reader) => reader.ReadByte());

    [Fact]
    public void Exception_OfAReadThatEndsTooEarly_SaysWhere()
    {
        string message = Assert.Throws<InvalidDataException>(static () =>
        {
            var reader = new BufferReader([1, 2, 3, 4, 5]);
            reader.Advance(3);
            reader.ReadInt32BigEndian();
        }).Message;

        Assert.Equal("Cannot read 4 bytes at position 3: 2 bytes left.", message);
    }

    [Fact]
    public void Exceptions_AboutOneByte_SaySo()
    {
        Assert.Equal("Cannot read 1 byte at position 1: 0 bytes left.", MessageOf(static (ref reader) =>
        {
            reader.Advance(1);
            reader.ReadByte();
        }));
        Assert.Equal("Cannot read 2 bytes at position 0: 1 byte left.", MessageOf(static (ref reader) => reader.ReadInt16BigEndian()));
        Assert.Equal("Cannot read 2 bytes at position 0: 1 byte left.", MessageOf(static (ref reader) => reader.ReadUtf8(2)));
        Assert.Equal("The varint at position 0 is incomplete: 1 byte left.", MessageOf(static (ref reader) => reader.ReadVarint32()));
        Assert.Equal(
            "The length-prefixed value at position 0 is incomplete: 1 byte left.",
            MessageOf(static (ref reader) => reader.ReadPrefixedBytes(LengthPrefix.Varint, 9)));
        Assert.Equal(
            "Cannot read 1 number of type 'System.Int32' at position 0: 1 byte left.",
            MessageOf(static (ref reader) => reader.ReadBigEndian<int>(1, 8)));
    }

    [Fact]
    public void Exceptions_AboutWhatIsNeverValid_SayWhat()
    {
        Assert.Equal(
            "1 byte of text are not valid UTF-8, or more characters than a string can have.",
            MessageOf(static (ref reader) => reader.TryReadUtf8(1, out _)));
        Assert.Equal(
            "A length is negative, or exceeds 2147483647 bytes.", MessageOf(static (ref reader) => reader.TryReadBytes(-1, out _)));
        Assert.Equal(
            "A count of 9 numbers is negative, or exceeds the limit of 8.",
            MessageOf(static (ref reader) => reader.TryReadBigEndian<int>(9, out _, 8)));
        Assert.Equal(
            "A varint exceeds 5 bytes or 32 bits.",
            Assert.Throws<InvalidDataException>(
                static () => new BufferReader([0x80, 0x80, 0x80, 0x80, 0x10]).TryReadVarint32(out _)).Message);
        Assert.Equal(
            "A length of 300 bytes exceeds the limit of 299.",
            Assert.Throws<InvalidDataException>(
                static () => new BufferReader([1, 44]).TryReadPrefixedBytes(LengthPrefix.UInt16BigEndian, out _, 299)).Message);
    }

    /// <summary>Returns the message of the exception for the single byte 0x80.</summary>
    private static string MessageOf(Use use) => Assert.Throws<InvalidDataException>(() =>
    {
        var reader = new BufferReader([0x80]);
        use(ref reader);
    }).Message;

    /// <summary>Reads a value after a byte in front of it, complete and cut off at every byte, with both forms.</summary>
    private static void AssertRead<T>(byte[] encoded, T expected, Action<PooledArrayBufferWriter<byte>>? write,
        TryRead<T> tryRead, Read<T> read)
    {
        if (write is not null)
        {
            using var writer = new PooledArrayBufferWriter<byte>();
            write(writer);
            Assert.Equal(encoded, writer.WrittenSpan.ToArray());
        }

        foreach (byte[] behind in new byte[][] { [], [Behind] })
        {
            byte[] whole = [Before, .. encoded, .. behind];
            var reader = new BufferReader(whole);
            reader.Advance(1);
            Assert.True(tryRead(ref reader, out T? value));
            Assert.Equal(expected, value);
            Assert.Equal(1 + encoded.Length, reader.Consumed);

            reader = new BufferReader(whole);
            reader.Advance(1);
            Assert.Equal(expected, read(ref reader));
            Assert.Equal(1 + encoded.Length, reader.Consumed);
        }

        for (int length = 0; length < encoded.Length; length++)
            AssertIncomplete([Before, .. encoded.Take(length)], tryRead, read);
    }

    /// <summary>Reads bytes that no further byte makes valid, after a byte in front of them. If they are cut off, they are incomplete or
    /// refused, and remain refused.</summary>
    private static void AssertRefused<T>(byte[] bytes, TryRead<T> tryRead, Read<T> read)
    {
        bool isRefused = false;
        for (int length = 1; length <= bytes.Length; length++)
        {
            byte[] cut = [.. bytes.Take(length)];
            bool isNowRefused = Throws(cut, tryRead);
            Assert.True(isNowRefused || !isRefused);
            isRefused = isNowRefused;
            AssertThrowsUnless(false, cut, read);
        }

        Assert.True(isRefused);
    }

    /// <summary>Reads after a byte in front of the value, and checks that the position remains there.</summary>
    private static bool Throws<T>(byte[] bytes, TryRead<T> tryRead)
    {
        var reader = new BufferReader(bytes);
        reader.Advance(1);
        try
        {
            Assert.False(tryRead(ref reader, out T? value));
            Assert.Equal(default, value);
            Assert.Equal(1, reader.Consumed);
            return false;
        }
        catch (InvalidDataException)
        {
            Assert.Equal(1, reader.Consumed);
            return true;
        }
    }

    /// <summary>Reads after a byte in front of the value, and checks that the position remains there.</summary>
    private static void AssertIncomplete<T>(byte[] bytes, TryRead<T> tryRead, Read<T> read)
    {
        var reader = new BufferReader(bytes);
        reader.Advance(1);
        Assert.False(tryRead(ref reader, out T? value));
        Assert.Equal(default, value);
        Assert.Equal(1, reader.Consumed);
        AssertThrowsUnless(false, bytes, read);
    }

    private static void AssertThrowsUnless<T>(bool isAccepted, byte[] bytes, Read<T> read)
    {
        var reader = new BufferReader(bytes);
        reader.Advance(1);
        Type? thrown = null;
        try
        {
            read(ref reader);
        }
        catch (Exception exception)
        {
            thrown = exception.GetType();
            Assert.Equal(1, reader.Consumed);
        }

        Assert.Equal(isAccepted ? null : typeof(InvalidDataException), thrown);
    }
}
