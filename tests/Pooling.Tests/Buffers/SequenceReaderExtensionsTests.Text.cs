using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests varints, text, bytes after their length, and many numbers at once, with every split.</summary>
public sealed partial class SequenceReaderExtensionsTests
{
    [Fact]
    public void TryReadVarints_OfAnyValues_EqualWhatWasWritten() =>
        Prop.ForAll(ArbMap.Default.ArbFor<(ulong Unsigned, long Signed, int Shift)>(), values =>
    {
        ulong unsigned = ~values.Unsigned >> (values.Shift & 63);
        long signed = ~values.Signed << (values.Shift & 63);
        AssertRead(Written(writer => writer.WriteVarint64(unsigned)), unsigned,
            static (ref reader, out value) => reader.TryReadVarint64(out value));
        AssertRead(Written(writer => writer.WriteVarint32((uint)unsigned)), (uint)unsigned,
            static (ref reader, out value) => reader.TryReadVarint32(out value));
        AssertRead(Written(writer => writer.WriteZigZagVarint64(signed)), signed,
            static (ref reader, out value) => reader.TryReadZigZagVarint64(out value));
        AssertRead(Written(writer => writer.WriteZigZagVarint32((int)signed)), (int)signed,
            static (ref reader, out value) => reader.TryReadZigZagVarint32(out value));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void TryReadVarints_OfAnyBytes_EqualTheReaderOfSpans() =>
        Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), ArbMap.Default.ArbFor<byte>(), (bytes, set) =>
    {
        byte[] hostile = [.. bytes.Select((value, at) => (set & (1 << (at % 8))) != 0 ? (byte)(value | 0x80) : value).Take(14)];
        (bool? IsRead, ulong Value, long Consumed) expected32 = Varint32Of(hostile);
        (bool? IsRead, ulong Value, long Consumed) expected64 = Varint64Of(hostile);
        foreach (ReadOnlySequence<byte> split in Splits(hostile))
        {
            Assert.Equal(expected32, Outcome(split, static (ref reader, out value) =>
            {
                bool isRead = reader.TryReadVarint32(out uint number);
                value = number;
                return isRead;
            }));
            Assert.Equal(expected64, Outcome(split, static (ref reader, out value) => reader.TryReadVarint64(out value)));
        }
    }).QuickCheckThrowOnFailure();

    /// <summary>Returns null instead of true or false if the bytes are refused.</summary>
    private static (bool? IsRead, ulong Value, long Consumed) Outcome(ReadOnlySequence<byte> bytes, TryRead<ulong> tryRead)
    {
        var reader = new SequenceReader<byte>(bytes);
        try
        {
            return (tryRead(ref reader, out ulong value), value, reader.Consumed);
        }
        catch (InvalidDataException)
        {
            return (null, 0, reader.Consumed);
        }
    }

    private static (bool? IsRead, ulong Value, long Consumed) Varint32Of(byte[] bytes)
    {
        var reader = new BufferReader(bytes);
        try
        {
            return (reader.TryReadVarint32(out uint value), value, reader.Consumed);
        }
        catch (InvalidDataException)
        {
            return (null, 0, reader.Consumed);
        }
    }

    private static (bool? IsRead, ulong Value, long Consumed) Varint64Of(byte[] bytes)
    {
        var reader = new BufferReader(bytes);
        try
        {
            return (reader.TryReadVarint64(out ulong value), value, reader.Consumed);
        }
        catch (InvalidDataException)
        {
            return (null, 0, reader.Consumed);
        }
    }

    [Fact]
    public void TryReadUtf8_OfAnyText_EqualsIt() => Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), letters =>
    {
        string text = BufferReaderTests.TextOf(letters);
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        AssertRead(bytes, text, (ref reader, out value) => reader.TryReadUtf8(bytes.Length, out value));
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(50).WithEndSize(20));

    [Theory]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(5000)]
    public void TryReadUtf8_OfLongTextAcrossSegments_EqualsIt(int length)
    {
        byte[] bytes = [Before, .. Enumerable.Repeat((byte)'x', length - 2), 0xC3, 0xA9, Behind];
        foreach (int segment in new[] { 1, 7, 300 })
        {
            var reader = new SequenceReader<byte>(Split(bytes, segment));
            reader.Advance(1);

            Assert.True(reader.TryReadUtf8(length, out string? text));
            Assert.Equal(new string('x', length - 2) + "\u00E9", text);
            Assert.Equal(1, reader.Remaining);
        }

        bytes[length] = (byte)'y'; // the first byte of a pair without its second
        Assert.True(Throws<string>(Split(bytes, 7), (ref reader, out text) => reader.TryReadUtf8(length, out text)));
    }

    [Theory]
    [InlineData(4)]
    [InlineData(int.MaxValue)]
    public void TryReadUtf8_OfMoreThanIsThere_IsIncomplete(int length) =>
        AssertIncomplete<string>([Before, (byte)'a', (byte)'b', (byte)'c'], (ref reader, out text) => reader.TryReadUtf8(length, out text));

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void TryReadUtf8_OfANegativeLength_IsRefused(int length) =>
        AssertRefused<string>([Before, (byte)'a', (byte)'b', (byte)'c'], (ref reader, out text) => reader.TryReadUtf8(length, out text));

    [Theory]
    [MemberData(nameof(BufferReaderTests.Prefixes), MemberType = typeof(BufferReaderTests))]
    public void TryReadPrefixed_OfTextAndBytes_EqualsThem(LengthPrefix prefix)
    {
        byte[] content = [.. "caf\u00E9 \u20AC"u8];
        byte[] encoded = [.. BufferReaderTests.PrefixOf(prefix, content.Length), .. content];

        AssertRead<string>(encoded, "caf\u00E9 \u20AC",
            (ref reader, out text) => reader.TryReadPrefixedUtf8(prefix, out text, content.Length));
        AssertRead<byte[]>(encoded, content, (ref reader, out bytes) => TryReadBytes(ref reader, prefix, out bytes, content.Length));
    }

    [Theory]
    [MemberData(nameof(BufferReaderTests.Prefixes), MemberType = typeof(BufferReaderTests))]
    public void TryReadPrefixed_OfAHostileLength_IsRefused(LengthPrefix prefix)
    {
        foreach ((long length, int limit) in new (long, int)[] { (-1, 100), (int.MinValue + 7, 100), (int.MaxValue, int.MaxValue),
            (uint.MaxValue, int.MaxValue), (6, 100), (ushort.MaxValue, int.MaxValue), (5, 4), (1, 0) })
        {
            byte[] bytes = [Before, .. BufferReaderTests.PrefixOf(prefix, length), .. "abcde"u8];
            TryRead<string> tryText = (ref reader, out text) => reader.TryReadPrefixedUtf8(prefix, out text, limit);
            TryRead<byte[]> tryBytes = (ref reader, out read) => TryReadBytes(ref reader, prefix, out read, limit);
            if (BufferReaderTests.IsHostile(prefix, length, limit))
            {
                AssertRefused(bytes, tryText);
                AssertRefused(bytes, tryBytes);
            }
            else
            {
                AssertIncomplete(bytes, tryText);
                AssertIncomplete(bytes, tryBytes);
            }
        }
    }

    [Theory]
    [MemberData(nameof(BufferReaderTests.Prefixes), MemberType = typeof(BufferReaderTests))]
    public void TryReadPrefixed_OfBytesThatAreNoText_IsRefused(LengthPrefix prefix) => AssertRefused<string>(
        [Before, .. BufferReaderTests.PrefixOf(prefix, 3), (byte)'a', 0xC3, (byte)'b', (byte)'c'],
        (ref reader, out text) => reader.TryReadPrefixedUtf8(prefix, out text, int.MaxValue));

    [Fact]
    public void TryReadNumbers_OfMany_EqualWhatWasWritten()
    {
        int[] numbers = [1, -1, int.MaxValue, int.MinValue, 5];
        byte[] little = Written(writer => writer.WriteLittleEndian<int>(numbers));
        byte[] big = Written(writer => writer.WriteBigEndian<int>(numbers));

        AssertRead<int[]>(little, numbers,
            static (ref reader, out read) => Filled(read = new int[5], reader.TryReadLittleEndian<int>(read), out read));
        AssertRead<int[]>(big, numbers,
            static (ref reader, out read) => Filled(read = new int[5], reader.TryReadBigEndian<int>(read), out read));
        AssertRead<int[]>(little, numbers,
            static (ref reader, out read) => Taken(reader.TryReadLittleEndian(5, out PooledArray<int>? rented, 5), rented, out read));
        AssertRead<int[]>(big, numbers,
            static (ref reader, out read) => Taken(reader.TryReadBigEndian(5, out PooledArray<int>? rented, 5), rented, out read));
    }

    [Fact]
    public void TryReadNumbers_OfMoreThanAPiece_EqualWhatWasWritten()
    {
        const int Count = (1 << 20) + 3;
        byte[] bytes = new byte[Count * sizeof(ushort)];
        for (int i = 0; i < Count; i++)
            BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(i * sizeof(ushort)), (ushort)i);

        var reader = new SequenceReader<byte>(Split(bytes, 99_999));
        Assert.True(reader.TryReadBigEndian(Count, out PooledArray<ushort>? numbers, Count));

        using (numbers)
        {
            for (int i = 0; i < Count; i++)
                Assert.True(numbers.Span[i] == (ushort)i);
        }

        Assert.True(reader.End);
    }

    [Theory]
    [InlineData(int.MaxValue, int.MaxValue)]
    [InlineData(0x20000001, int.MaxValue)] // times 8 overflows to 8
    [InlineData(3, 100)]
    public void TryReadNumbers_OfMoreThanIsThere_RentsNothing(int count, int limit)
    {
        var pool = new CountingArrayPool<ulong>();
        byte[] bytes = [Before, .. new byte[(2 * sizeof(ulong)) + 7]];

        AssertIncomplete<PooledArray<ulong>>(
            bytes, (ref reader, out numbers) => reader.TryReadLittleEndian(count, out numbers, limit, pool));
        AssertIncomplete<PooledArray<ulong>>(bytes, (ref reader, out numbers) => reader.TryReadBigEndian(count, out numbers, limit, pool));

        Assert.Equal(0, pool.TotalRented);
    }

    [Theory]
    [InlineData(-1, 100)]
    [InlineData(2, 1)]
    [InlineData(0, -1)]
    public void TryReadNumbers_OfAHostileCount_RentsNothing(int count, int limit)
    {
        var pool = new CountingArrayPool<ulong>();
        byte[] bytes = [Before, .. new byte[(2 * sizeof(ulong)) + 7]];

        AssertRefused<PooledArray<ulong>>(bytes, (ref reader, out numbers) => reader.TryReadLittleEndian(count, out numbers, limit, pool));
        AssertRefused<PooledArray<ulong>>(bytes, (ref reader, out numbers) => reader.TryReadBigEndian(count, out numbers, limit, pool));

        Assert.Equal(0, pool.TotalRented);
    }

    [Fact]
    public void TryReadNumbers_OfWhatIsNoNumber_NamesTheType()
    {
        Action[] calls =
        [
            static () =>
            {
                SequenceReader<byte> reader = default;
                reader.TryReadLittleEndian<Guid>([]);
            },
            static () =>
            {
                SequenceReader<byte> reader = default;
                reader.TryReadBigEndian<Guid>(0, out _, 1);
            },
        ];

        Assert.All(calls,
            static call => Assert.Contains("System.Guid", Assert.Throws<NotSupportedException>(call).Message, StringComparison.Ordinal));
    }

    private static byte[] Written(Action<PooledArrayBufferWriter<byte>> write)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        write(writer);
        return writer.WrittenSpan.ToArray();
    }

    /// <summary>Returns the numbers if they were read, and checks that a refused read left them unchanged.</summary>
    private static bool Filled(int[] numbers, bool isRead, out int[]? read)
    {
        Assert.True(isRead || numbers.All(static number => number == 0));
        read = isRead ? numbers : null;
        return isRead;
    }

    private static bool Taken(bool isRead, PooledArray<int>? rented, out int[]? read)
    {
        using (rented)
            read = rented?.Span.ToArray();

        return isRead;
    }

    private static bool TryReadBytes(ref SequenceReader<byte> reader, LengthPrefix prefix, out byte[]? bytes, int maxLength)
    {
        bool isRead = reader.TryReadPrefixedBytes(prefix, out ReadOnlySequence<byte> read, maxLength);
        Assert.True(isRead || read.IsEmpty);
        bytes = isRead ? read.ToArray() : null;
        return isRead;
    }
}
