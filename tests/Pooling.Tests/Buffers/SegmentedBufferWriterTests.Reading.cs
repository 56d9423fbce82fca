using System.Buffers;
using System.IO.Pipelines;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>What was written goes to streams, pipes and other writers, and is read as a stream.</summary>
public sealed partial class SegmentedBufferWriterTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(10)]
    [InlineData(4096)]
    [InlineData(200_000)]
    public async Task CopyTo_AnyTarget_WritesTheContent(int length)
    {
        using var writer = new SegmentedBufferWriter();
        byte[] message = Message(length);
        writer.Write(message);
        writer.GetSpan(Chunk); // an empty chunk behind it
        using var stream = new MemoryStream();
        using var other = new MemoryStream();
        using var array = new PooledArrayBufferWriter();
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        writer.CopyTo(stream);
        await writer.CopyToAsync(other);
        writer.CopyTo(array);
        FlushResult flushed = await writer.CopyToAsync(pipe.Writer);
#pragma warning disable CA1849 // nothing waits
        pipe.Writer.Complete();
#pragma warning restore CA1849

        Assert.Equal(message, stream.ToArray());
        Assert.Equal(message, other.ToArray());
        Assert.Equal(message, array.WrittenSpan.ToArray());
        Assert.False(flushed.IsCompleted);
        ReadResult read = await pipe.Reader.ReadAsync();
        Assert.Equal(message, read.Buffer.ToArray());
        Assert.Equal(message, writer.WrittenSequence.ToArray());
    }

    [Fact]
    public async Task CopyTo_WithoutTarget_Throws()
    {
        using var writer = new SegmentedBufferWriter();

        Assert.Throws<ArgumentNullException>("destination", () => writer.CopyTo((Stream)null!));
        Assert.Throws<ArgumentNullException>("destination", () => writer.CopyTo((IBufferWriter<byte>)null!));
        await Assert.ThrowsAsync<ArgumentNullException>("destination", () => writer.CopyToAsync((Stream)null!));
        await Assert.ThrowsAsync<ArgumentNullException>("destination", async () => await writer.CopyToAsync((PipeWriter)null!));
    }

    [Fact]
    public async Task CopyTo_AStreamThatThrows_LeavesTheWriterAsItWas()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(new byte[100_000]);
        var stream = new FaultyStream();

        Assert.Throws<InjectedFaultException>(() => writer.CopyTo(stream));
        await Assert.ThrowsAsync<InjectedFaultException>(() => writer.CopyToAsync(stream));
        Assert.Equal(2, stream.Writes);
        Assert.Equal(100_000, writer.WrittenSequence.Length);
    }

    [Fact]
    public async Task CopyToAsync_Cancelled_WritesNothing()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write([1]);
        using var stream = new MemoryStream();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => writer.CopyToAsync(stream, new CancellationToken(canceled: true)));
        Assert.Equal(0, stream.Length);
    }

    [Fact]
    public async Task CopyToAsync_WhileTheStreamStalls_IsCancelled()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(new byte[100_000]);
        using var cancellation = new CancellationTokenSource();
        var stream = new FaultyStream { Stalls = true };
        Task copy = writer.CopyToAsync(stream, cancellation.Token);
        cancellation.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copy);
        Assert.Equal(1, stream.Writes);
        Assert.Equal(100_000, writer.WrittenCount);
    }

    [Fact]
    public async Task CopyToAsync_APipeWhoseReaderHasCompleted_StopsAndSaysSo()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(new byte[1_000_000]);
        var pipe = new Pipe();
        pipe.Reader.Complete();

        Assert.True((await writer.CopyToAsync(pipe.Writer)).IsCompleted);
        Assert.Equal(1_000_000, writer.WrittenCount);
    }

    [Fact]
    public async Task CopyToAsync_APipeWithASlowReader_WaitsForIt()
    {
        using var writer = new SegmentedBufferWriter();
        byte[] message = Message(500_000);
        writer.Write(message);
        var pipe = new Pipe();
        Task<FlushResult> copy = writer.CopyToAsync(pipe.Writer).AsTask();
        Assert.False(copy.IsCompleted);
        List<byte> received = [];
        while (received.Count < message.Length)
        {
            ReadResult read = await pipe.Reader.ReadAsync();
            received.AddRange(read.Buffer.ToArray());
            pipe.Reader.AdvanceTo(read.Buffer.End);
        }

        await copy;
        Assert.Equal(message, received);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4096)]
    [InlineData(150_000)]
    public async Task AsReadStream_ReadInAnyWay_GivesTheContent(int length)
    {
        using var writer = new SegmentedBufferWriter();
        byte[] message = Message(length);
        writer.Write(message);
        using Stream stream = writer.AsReadStream();
        writer.Write([1, 2, 3]); // later, and no part of it
        Assert.Equal(length, stream.Length);
        Assert.True(stream.CanRead && stream.CanSeek && !stream.CanWrite);
        List<byte> read = [];
        byte[] buffer = new byte[1013];
        for (int count = -1; count != 0;)
        {
            count = read.Count % 3 == 0 ? stream.Read(buffer, 0, buffer.Length) : await stream.ReadAsync(buffer, 0, buffer.Length);
            read.AddRange(buffer.Take(count));
        }

        Assert.Equal(message, read);
        Assert.Equal(-1, stream.ReadByte());
        stream.Position = 0;
        using var copy = new MemoryStream();
        await stream.CopyToAsync(copy);
        stream.Seek(0, SeekOrigin.Begin);
        stream.CopyTo(copy);
        Assert.Equal([.. message, .. message], copy.ToArray());
        if (length > 0)
        {
            Assert.Equal(length - 1, stream.Seek(-1, SeekOrigin.End));
            Assert.Equal(message[^1], stream.ReadByte());
        }
    }

    [Fact]
    public void AsReadStream_Sought_MovesWithinReason()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(Message(10_000));
        using Stream stream = writer.AsReadStream();
        stream.Position = 20_000; // behind the end, as in every stream
        Assert.Equal(-1, stream.ReadByte());
        Assert.Equal(20_000, stream.Position);
        Assert.Equal(5000, stream.Seek(-15_000, SeekOrigin.Current));
        Assert.Equal(Message(10_000)[5000], stream.ReadByte());

        Assert.Throws<IOException>(() => stream.Seek(-1, SeekOrigin.Begin));
        Assert.Throws<IOException>(() => stream.Seek(long.MaxValue, SeekOrigin.Current));
        Assert.Throws<ArgumentException>("origin", () => stream.Seek(0, (SeekOrigin)9));
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Position = -1);
        Assert.Throws<NotSupportedException>(() => stream.Write([1], 0, 1));
        Assert.Throws<NotSupportedException>(() => stream.SetLength(1));
        Assert.Equal(5001, stream.Position);
    }

    [Fact]
    public void AsReadStream_WhenTheContentEnds_Throws()
    {
        Action<SegmentedBufferWriter>[] ends = [static w => w.ResetWrittenCount(), static w => w.Truncate(1), static w => w.Detach(), static w => w.Dispose()];
        foreach (Action<SegmentedBufferWriter> end in ends)
        {
            using var writer = new SegmentedBufferWriter();
            writer.Write(new byte[10_000]);
            using Stream stream = writer.AsReadStream();
            Assert.Equal(0, stream.ReadByte());
            end(writer);

            Assert.Throws<ObjectDisposedException>(() => stream.ReadByte());
            Assert.Throws<ObjectDisposedException>(() => stream.Length);
            Assert.Throws<ObjectDisposedException>(() => stream.Position = 0);
        }
    }

    [Fact]
    public void AsReadStream_Disposed_ThrowsAndLeavesTheWriter()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write([1]);
        Stream stream = writer.AsReadStream();
        stream.Dispose();

        Assert.False(stream.CanRead);
        Assert.Throws<ObjectDisposedException>(() => stream.ReadByte());
        Assert.Equal(1, writer.WrittenCount);
    }
}
