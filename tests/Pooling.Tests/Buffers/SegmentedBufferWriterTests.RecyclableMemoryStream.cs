using Microsoft.IO;

namespace Pooling.Buffers;

/// <summary>Tests messages into and over a stream of blocks that is also a buffer writer.</summary>
public sealed partial class SegmentedBufferWriterTests
{
    private static readonly RecyclableMemoryStreamManager s_streams = new(new RecyclableMemoryStreamManager.Options { BlockSize = 1024 });

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(100_000)]
    public async Task CopyTo_ARecyclableMemoryStream_CopiesAll(int length)
    {
        byte[] content = [.. Enumerable.Range(0, length).Select(static i => (byte)(i * 31))];
        using var segmented = new SegmentedBufferWriter();
        segmented.Write(content);
        using var contiguous = new PooledArrayBufferWriter<byte>();
        contiguous.Write(content);
        using RecyclableMemoryStream stream = s_streams.GetStream();

        segmented.CopyTo(stream);
        segmented.CopyTo((System.Buffers.IBufferWriter<byte>)stream);
        await segmented.CopyToAsync(stream);
        contiguous.CopyTo(stream);
        await contiguous.CopyToAsync(stream);

        Assert.Equal([.. content, .. content, .. content, .. content, .. content], stream.ToArray());
    }

    [Fact]
    public void Extensions_OverARecyclableMemoryStream_WriteWhatTheyWriteElsewhere()
    {
        using RecyclableMemoryStream stream = s_streams.GetStream();
        using var writer = new PooledArrayBufferWriter<byte>();
        for (int i = 0; i < 3_000; i++)
        {
            stream.WriteVarint32((uint)(i * i));
            stream.WriteUtf8("h\u00e9llo \U00010005");
            stream.WriteInt64BigEndian(-i);
            writer.WriteVarint32((uint)(i * i));
            writer.WriteUtf8("h\u00e9llo \U00010005");
            writer.WriteInt64BigEndian(-i);
        }

        Assert.Equal(writer.WrittenSpan.ToArray(), stream.ToArray());
    }
}
