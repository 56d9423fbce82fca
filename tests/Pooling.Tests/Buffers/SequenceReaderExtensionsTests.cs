using System.Buffers;
using Pooling.Json;

namespace Pooling.Buffers;

/// <summary>Tests the common behavior of all members, with bytes split at every place, into one-byte segments, and with empty segments
/// between them.</summary>
public sealed partial class SequenceReaderExtensionsTests
{
    private const byte Before = 42;
    private const byte Behind = 0xFF; // does not end a varint

    private delegate bool TryRead<T>(ref SequenceReader<byte> reader, out T? value);

    [Fact]
    public void Default_IsAnEmptyReader()
    {
        SequenceReader<byte> reader = default;

        Assert.False(reader.TryReadByte(out _));
        Assert.False(reader.TryReadInt32BigEndian(out _));
        Assert.False(reader.TryReadVarint64(out _));
        Assert.False(reader.TryReadPrefixedBytes(LengthPrefix.Varint, out _));
        Assert.False(reader.TryReadUtf8(1, out _));
        Assert.False(reader.TryReadBigEndian<int>(1, out _, 1));
    }

    [Fact]
    public void TryReadByte_OfAByte_ReadsIt() =>
        AssertRead<byte>([200], 200, static (ref reader, out value) => reader.TryReadByte(out value));

    [Fact]
    public void TryReadBytes_OfSome_ReadsThem() => AssertRead<byte[]>([1, 2, 3, 4], [1, 2, 3, 4], static (ref reader, out value) =>
    {
        bool isRead = reader.TryReadBytes(4, out ReadOnlySequence<byte> bytes);
        value = isRead ? bytes.ToArray() : null;
        return isRead;
    });

    [Theory]
    [InlineData(5)]
    [InlineData(int.MaxValue)]
    public void TryReadBytes_OfMoreThanIsThere_IsIncomplete(int count) =>
        AssertIncomplete<byte[]>([Before, 1, 2, 3, 4], (ref reader, out value) =>
        {
            value = null;
            return reader.TryReadBytes(count, out _);
        });

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void TryReadBytes_OfANegativeCount_IsRefused(int count) => AssertRefused<byte[]>([Before, 1, 2, 3, 4], (ref reader, out value) =>
    {
        value = null;
        return reader.TryReadBytes(count, out _);
    });

    [Fact]
    [Trait("Category", "Allocation")]
    public void EveryMember_ThatMakesNoString_AllocatesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.WriteInt32LittleEndian(1);
        writer.WriteGuidBigEndian(Guid.NewGuid());
        writer.WriteVarint64(ulong.MaxValue);
        writer.WriteVarint32(3);
        writer.WriteUtf8("abc");
        writer.WriteBigEndian<int>([1, 2, 3]);
        writer.Write([0x7F, 0xFF, 0xFF, 0xFF, 0x80]);
        ReadOnlySequence<byte> bytes = Split(writer.WrittenSpan.ToArray(), 1);
        int[] numbers = new int[3];

        AllocationAssert.Zero(() =>
        {
            var reader = new SequenceReader<byte>(bytes);
            bool isRead = reader.TryReadInt32LittleEndian(out _) && reader.TryReadGuidBigEndian(out _) && reader.TryReadVarint64(out _)
                && reader.TryReadPrefixedBytes(LengthPrefix.Varint, out _) && reader.TryReadBigEndian<int>(numbers);
            if (!isRead || reader.TryReadPrefixedUtf8(LengthPrefix.Int32BigEndian, out _)
                || reader.TryReadLittleEndian<long>(int.MaxValue, out _, int.MaxValue))
            {
                throw new InvalidOperationException("A number was refused, or a hostile length accepted.");
            }
        });
    }

    /// <summary>Reads a value after a byte in front of it, complete and cut off at every byte, with every split.</summary>
    private static void AssertRead<T>(byte[] encoded, T expected, TryRead<T> tryRead)
    {
        foreach (byte[] behind in new byte[][] { [], [Behind] })
        {
            foreach (ReadOnlySequence<byte> whole in Splits([Before, .. encoded, .. behind]))
            {
                var reader = new SequenceReader<byte>(whole);
                reader.Advance(1);
                Assert.True(tryRead(ref reader, out T? value));
                Assert.Equal(expected, value);
                Assert.Equal(1 + encoded.Length, reader.Consumed);
                Assert.Equal(behind.Length, reader.Remaining);
                Assert.Equal(behind, reader.UnreadSequence.ToArray());
            }
        }

        for (int length = 0; length < encoded.Length; length++)
            AssertIncomplete([Before, .. encoded.Take(length)], tryRead);
    }

    /// <summary>Reads bytes that no further byte makes valid, after a byte in front of them. If they are cut off, they are incomplete or
    /// refused, and remain refused, wherever segments end.</summary>
    private static void AssertRefused<T>(byte[] bytes, TryRead<T> tryRead)
    {
        bool isRefused = false;
        for (int length = 1; length <= bytes.Length; length++)
        {
            byte[] cut = [.. bytes.Take(length)];
            bool[] splits = [.. Splits(cut).Select(split => Throws(split, tryRead)).Distinct()];
            Assert.Single(splits);
            Assert.True(splits[0] || !isRefused);
            isRefused = splits[0];
        }

        Assert.True(isRefused);
    }

    private static bool Throws<T>(ReadOnlySequence<byte> split, TryRead<T> tryRead)
    {
        var reader = new SequenceReader<byte>(split);
        reader.Advance(1);
        bool isRefused = false;
        try
        {
            Assert.False(tryRead(ref reader, out T? value));
            Assert.Equal(default, value);
        }
        catch (InvalidDataException)
        {
            isRefused = true;
        }

        Assert.Equal(1, reader.Consumed);
        Assert.Equal(split.Slice(1).ToArray(), reader.UnreadSequence.ToArray());
        return isRefused;
    }

    /// <summary>Reads after a byte in front of the value, and checks that the position remains there.</summary>
    private static void AssertIncomplete<T>(byte[] bytes, TryRead<T> tryRead)
    {
        foreach (ReadOnlySequence<byte> split in Splits(bytes))
        {
            var reader = new SequenceReader<byte>(split);
            reader.Advance(1);
            Assert.False(tryRead(ref reader, out T? value));
            Assert.Equal(default, value);
            Assert.Equal(1, reader.Consumed);
            Assert.Equal(bytes.Skip(1), reader.UnreadSequence.ToArray());
        }
    }

    private static IEnumerable<ReadOnlySequence<byte>> Splits(byte[] bytes)
    {
        yield return new ReadOnlySequence<byte>(bytes);
        yield return Split(bytes, 1);
        yield return Split(bytes, 3);
        for (int at = 0; at <= bytes.Length; at++)
            yield return Sequence([bytes.AsMemory(0, at), Memory<byte>.Empty, bytes.AsMemory(at)]);
    }

    private static ReadOnlySequence<byte> Split(byte[] bytes, int length) => Sequence(
        [.. Enumerable.Range(0, (bytes.Length + length - 1) / length)
            .Select(i => (ReadOnlyMemory<byte>)bytes.AsMemory(i * length, Math.Min(length, bytes.Length - (i * length))))]);

    private static ReadOnlySequence<byte> Sequence(ReadOnlyMemory<byte>[] parts)
    {
        if (parts is [])
            return ReadOnlySequence<byte>.Empty;

        var first = new SequenceSegment(parts[0], null);
        SequenceSegment last = first;
        foreach (ReadOnlyMemory<byte> part in parts.Skip(1))
            last = new SequenceSegment(part, last);

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }
}
