using System.Buffers;
using Pooling.Json;

namespace Pooling.Buffers;

/// <summary>Tests sequences of bytes, and integers of three bytes.</summary>
public sealed partial class BufferWriterExtensionsTests
{
    [Fact]
    public void Write_OfASequence_WritesAllSegments()
    {
        AssertEveryWriter([], static writer => writer.Write(ReadOnlySequence<byte>.Empty));
        AssertEveryWriter([1, 2], static writer => writer.Write(new ReadOnlySequence<byte>([1, 2])));
        AssertEveryWriter([1, 2, 3, 4, 5], static writer => writer.Write(Segments([1, 2], [], [3], [4, 5])));

        using var chunks = new SegmentedBufferWriter();
        chunks.Write(Segments([1, 2], new byte[100_000]));
        Assert.Equal([1, 2, .. new byte[100_000]], chunks.WrittenSequence.ToArray());
    }

    [Fact]
    public void Write_OfASequenceThatIsTooLong_WritesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { InitialCapacity = 4, MaxCapacity = 4 });

        Assert.Throws<BufferCapacityExceededException>(() => writer.Write(Segments([1, 2], [3, 4, 5])));
        Assert.Equal(0, writer.WrittenCount);
    }

    [Fact]
    public void Write_OfASequenceToNoWriter_Throws() => Assert.Throws<ArgumentNullException>(
        "writer", static () => ((IBufferWriter<byte>)null!).Write(ReadOnlySequence<byte>.Empty));

    [Fact]
    public void WriteUInt24_ToAnyWriter_WritesThreeBytes()
    {
        AssertEveryWriter([0x56, 0x34, 0x12], static writer => writer.WriteUInt24LittleEndian(0x123456));
        AssertEveryWriter([0x12, 0x34, 0x56], static writer => writer.WriteUInt24BigEndian(0x123456));
    }

    [Theory]
    [InlineData(0x1000000u)]
    [InlineData(uint.MaxValue)]
    public void WriteUInt24_OfMoreThan24Bits_ThrowsAndWritesNothing(uint value)
    {
        using var writer = new PooledArrayBufferWriter<byte>();

        Assert.Throws<ArgumentOutOfRangeException>("value", () => writer.WriteUInt24LittleEndian(value));
        Assert.Throws<ArgumentOutOfRangeException>("value", () => writer.WriteUInt24BigEndian(value));
        Assert.Equal(0, writer.WrittenCount);
    }

    private static ReadOnlySequence<byte> Segments(params byte[][] parts)
    {
        var first = new SequenceSegment(parts[0], null);
        SequenceSegment last = first;
        foreach (byte[] part in parts.Skip(1))
            last = new SequenceSegment(part, last);

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }
}
