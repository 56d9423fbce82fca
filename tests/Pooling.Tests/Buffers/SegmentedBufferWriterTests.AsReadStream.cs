using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests the written data as a stream: all ways of reading, seeking, and its end.</summary>
public sealed partial class SegmentedBufferWriterTests
{
    public static TheoryData<string> WaysToRead => StreamReads.Names;

    [Theory]
    [MemberData(nameof(WaysToRead))]
    public async Task AsReadStream_Read_GivesWhatWasWritten(string way)
    {
        foreach (int length in new[] { 0, 1, 4096, 20_480, 150_000 })
        {
            using var writer = new SegmentedBufferWriter();
            byte[] message = Message(length);
            writer.Write(message);
            using Stream stream = writer.AsReadStream();
            Assert.Equal(length, stream.Length);

            Assert.Equal(message, await StreamReads.All(way, stream));

            Assert.Equal(length, stream.Position);
            Assert.Empty(await StreamReads.All(way, stream));
            stream.Position = length / 2; // back to an earlier chunk
            Assert.Equal(message.Skip(length / 2), await StreamReads.All(way, stream));
        }
    }

    [Theory]
    [MemberData(nameof(WaysToRead))]
    public async Task AsReadStream_WhatIsWrittenLater_IsNoPartOfIt(string way)
    {
        using var writer = new SegmentedBufferWriter();
        foreach (int length in new[] { 0, 10, 4096, 30_000 })
        {
            writer.ResetWrittenCount();
            writer.Write(Message(length));
            using Stream stream = writer.AsReadStream();
            writer.Write(Message(10)); // into the same chunk where one is open
            writer.GetSpan(Chunk); // ends that chunk
            writer.Write(Message(100_000));

            Assert.Equal(Message(length), await StreamReads.All(way, stream));
        }
    }

    [Theory]
    [MemberData(nameof(WaysToRead))]
    public async Task AsReadStream_AfterTheLeaseEnded_DoesNotShowTheNextRentersBytes(string way)
    {
        using var pool = new BufferWriterPool();
        PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
        SegmentedBufferWriter writer = lease.Value;
        writer.Write([1]);
        Stream stream = writer.AsReadStream();
        lease.Dispose();
        using PooledLease<SegmentedBufferWriter> next = SegmentedBufferWriter.Rent(pool);
        Assert.Same(writer, next.Value);
        next.Value.Write([5, 6, 7]);

        await Assert.ThrowsAsync<ObjectDisposedException>(() => StreamReads.All(way, stream));
    }

    [Fact]
    public void AsReadStream_Sought_MovesWithinReason()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(Message(10_000));
        using Stream stream = writer.AsReadStream();
        stream.Position = 20_000; // after the end, as in every stream
        Assert.Equal(-1, stream.ReadByte());
        Assert.Equal(20_000, stream.Position);
        Assert.Equal(5000, stream.Seek(-15_000, SeekOrigin.Current));
        Assert.Equal(Message(10_000)[5000], stream.ReadByte());

        Assert.Throws<IOException>(() => stream.Seek(-1, SeekOrigin.Begin));
        Assert.Throws<ArgumentOutOfRangeException>("offset", () => stream.Seek(long.MaxValue, SeekOrigin.Current));
        Assert.Throws<ArgumentOutOfRangeException>("origin", () => stream.Seek(0, (SeekOrigin)9));
        Assert.Throws<ArgumentOutOfRangeException>("value", () => stream.Position = -1);
        Assert.Throws<NotSupportedException>(() => stream.Write([1], 0, 1));
        Assert.Throws<NotSupportedException>(() => stream.SetLength(1));
        Assert.Equal(5001, stream.Position);
    }

    [Theory]
    [MemberData(nameof(WaysToRead))]
    public async Task AsReadStream_WhenTheContentEnds_Throws(string way)
    {
        Action<SegmentedBufferWriter>[] ends =
            [static w => w.ResetWrittenCount(), static w => w.Truncate(1), static w => w.Detach(), static w => w.Dispose()];
        foreach (Action<SegmentedBufferWriter> end in ends)
        {
            using var writer = new SegmentedBufferWriter();
            writer.Write(new byte[10_000]);
            using Stream stream = writer.AsReadStream();
            Assert.Equal(0, stream.ReadByte());
            end(writer);

            await Assert.ThrowsAsync<ObjectDisposedException>(() => StreamReads.All(way, stream));
            Assert.Throws<ObjectDisposedException>(() => stream.Length);
            Assert.Throws<ObjectDisposedException>(() => stream.Position = 0);
        }
    }

    [Theory]
    [MemberData(nameof(WaysToRead))]
    public async Task AsReadStream_Disposed_ThrowsAndLeavesTheWriter(string way)
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write([1]);
        Stream stream = writer.AsReadStream();
        stream.Dispose();

        Assert.False(stream.CanRead);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => StreamReads.All(way, stream));
        Assert.Equal(1, writer.WrittenCount);
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void AsReadStream_Read_AllocatesNothing()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(Message(100_000));
        using Stream stream = writer.AsReadStream();
        byte[] room = new byte[1000];
        using var destination = new MemoryStream(100_000);

        AllocationAssert.Zero(() =>
        {
            stream.Position = 0;
            stream.ReadByte();
            stream.ReadExactly(room);
            stream.ReadAsync(room, 0, 1000).GetAwaiter().GetResult();
            stream.ReadAsync(room.AsMemory()).GetAwaiter().GetResult();
            destination.Position = 0;
            stream.CopyTo(destination);
            stream.Position = 0;
            destination.Position = 0;
            stream.CopyToAsync(destination).GetAwaiter().GetResult();
        });
    }
#endif
}
