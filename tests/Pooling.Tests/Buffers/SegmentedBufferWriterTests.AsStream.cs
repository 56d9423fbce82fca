using System.IO.Compression;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests the segmented writer as a stream.</summary>
public sealed partial class SegmentedBufferWriterTests
{
    [Fact]
    public void AsStream_CompressedToManyChunks_HasAllOfIt()
    {
        byte[] random = new byte[300_000];
        new Random(1).NextBytes(random);
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent();

        using (var zip = new GZipStream(lease.Value.AsStream(), CompressionLevel.Fastest))
            zip.Write(random, 0, random.Length);

        Assert.InRange(lease.Value.WrittenCount, 290_000, 330_000);
        using var unzipped = new MemoryStream();
        new GZipStream(lease.Value.AsReadStream(), CompressionMode.Decompress).CopyTo(unzipped);
        Assert.Equal(random, unzipped.ToArray());
    }

    [Fact]
    public void AsStream_AfterTheLeaseEnded_DoesNotReachTheNextRenter()
    {
        using var pool = new BufferWriterPool();
        PooledLease<SegmentedBufferWriter> lease = pool.RentSegmented();
        SegmentedBufferWriter writer = lease.Value;
        Stream stream = writer.AsStream();
        stream.WriteByte(1);
        lease.Dispose();
        using PooledLease<SegmentedBufferWriter> next = pool.RentSegmented();
        Assert.Same(writer, next.Value);

        Assert.Throws<ObjectDisposedException>(() => stream.WriteByte(2));

        Assert.Equal(0, next.Value.WrittenCount);
    }

    [Fact]
    public void AsStream_Disposed_RefusesAndLeavesTheWriterAlone()
    {
        using var writer = new SegmentedBufferWriter();
        Stream stream = writer.AsStream();
        stream.WriteByte(7);
        stream.Dispose();

        Assert.False(stream.CanWrite);
        Assert.Throws<ObjectDisposedException>(() => stream.WriteByte(2));
        Assert.Equal(1, writer.WrittenCount);
        writer.Dispose();
        Assert.Throws<ObjectDisposedException>(writer.AsStream);
    }
}
