using System.Buffers;

namespace Pooling.Buffers;

/// <summary>Tests sequences as one span.</summary>
public sealed partial class BufferReaderTests
{
    [Fact]
    public void GetSpan_OfOneSegment_CopiesNothing()
    {
        byte[] bytes = [1, 2, 3];

        ReadOnlySpan<byte> span = BufferReader.GetSpan(new ReadOnlySequence<byte>(bytes), out PooledArray<byte>? copy);

        Assert.Null(copy);
        Assert.True(span == bytes);
        Assert.True(BufferReader.GetSpan(default, out copy).IsEmpty);
        Assert.Null(copy);
    }

    [Fact]
    public void GetSpan_OfSeveralSegments_CopiesThemIntoOneArray()
    {
        using var writer = new SegmentedBufferWriter();
        byte[] bytes = [.. Enumerable.Range(0, 10_000).Select(static i => (byte)i)];
        foreach (byte one in bytes)
            writer.Write([one]);

        Assert.False(writer.WrittenSequence.IsSingleSegment);

        ReadOnlySpan<byte> span = BufferReader.GetSpan(writer.WrittenSequence, out PooledArray<byte>? copy);
        using (copy)
        {
            Assert.Equal(bytes, span.ToArray());
            Assert.Equal(bytes.Length, copy!.Length);
        }

        Assert.Throws<ObjectDisposedException>(() => copy.Length);
    }
}
