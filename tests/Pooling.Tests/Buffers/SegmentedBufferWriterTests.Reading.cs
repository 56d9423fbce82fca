using System.Buffers;
using System.IO.Pipelines;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests copying the written data to streams, pipes and other writers.</summary>
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
        writer.GetSpan(Chunk); // an empty chunk after it
        using var stream = new MemoryStream();
        using var other = new MemoryStream();
        using var array = new PooledArrayBufferWriter<byte>();
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
        await Assert.ThrowsAsync<ArgumentNullException>("destination", () => writer.CopyToAsync((Stream)null!).AsTask());
        await Assert.ThrowsAsync<ArgumentNullException>("destination", async () => await writer.CopyToAsync((PipeWriter)null!));
    }

    [Fact]
    public async Task CopyTo_AStreamThatThrows_LeavesTheWriterAsItWas()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(new byte[100_000]);
        var stream = new FaultyStream();

        Assert.Throws<InjectedFaultException>(() => writer.CopyTo(stream));
        await Assert.ThrowsAsync<InjectedFaultException>(() => writer.CopyToAsync(stream).AsTask());
        Assert.Equal(2, stream.Writes);
        Assert.Equal(100_000, writer.WrittenSequence.Length);
    }

    [Fact]
    public async Task CopyToAsync_Cancelled_WritesNothing()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write([1]);
        using var stream = new MemoryStream();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            writer.CopyToAsync(stream, new CancellationToken(canceled: true)).AsTask());
        Assert.Equal(0, stream.Length);
    }

    [Fact]
    public async Task CopyToAsync_WhileTheStreamStalls_IsCancelled()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(new byte[100_000]);
        using var cancellation = new CancellationTokenSource();
        var stream = new FaultyStream { Stalls = true };
        Task copy = writer.CopyToAsync(stream, cancellation.Token).AsTask();
        cancellation.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copy);
        Assert.Equal(1, stream.Writes);
        Assert.Equal(100_000, writer.WrittenCount);
    }

    [Fact]
    public void GetSpan_LongerThanTheEmptyChunkBehindOthers_LeavesThatOutOfTheSequence()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(Message(100));
        writer.GetSpan(Chunk); // another chunk, which remains empty
        Message(3 * Chunk).CopyTo(writer.GetSpan(3 * Chunk));
        writer.Advance(3 * Chunk);
        writer.Write(Message(50));

        byte[] expected = [.. Message(100), .. Message(3 * Chunk), .. Message(50)];
        Assert.Equal(expected, writer.WrittenSequence.ToArray());
        using var copy = new MemoryStream();
        writer.CopyTo(copy);
        Assert.Equal(expected, copy.ToArray());
    }

    [Theory]
    [InlineData(1, true, false)]
    [InlineData(2, true, true)]
    [InlineData(1, false, true)]
    [InlineData(2, false, false)]
    [InlineData(1, true, true)]
    [InlineData(1, false, false)]
    public async Task CopyToAsync_APipeThatEnds_GivesItNothingMore(int flushes, bool isCompleted, bool yields)
    {
        using var writer = new SegmentedBufferWriter(new(), new CountingArrayPool<byte>()); // chunks of known lengths
        writer.Write(new byte[4 * Chunk]);
        var pipe = new EndingPipeWriter(flushes, new FlushResult(isCanceled: !isCompleted, isCompleted), yields);

        FlushResult result = await writer.CopyToAsync(pipe);

        Assert.Equal((isCompleted, !isCompleted), (result.IsCompleted, result.IsCanceled));
        Assert.Equal(flushes, pipe.Flushes);
        Assert.Equal((long)flushes * Chunk, pipe.Taken);
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
    [InlineData(false)]
    [InlineData(true)]
    public async Task CopyTo_AStreamThatWritesPartly_LeavesTheWriterAsItWas(bool yields)
    {
        byte[] message = Message(100_000);
        foreach (int room in new[] { 0, 1, Chunk - 1, Chunk, Chunk + 1, 99_999 })
        {
            using var writer = new SegmentedBufferWriter();
            writer.Write(message);
            using Stream read = writer.AsReadStream();
            Func<Stream, Task>[] copies =
            [
                stream => Task.Run(() => writer.CopyTo(stream)),
                async stream => await writer.CopyToAsync(stream),
                stream => Task.Run(() => read.CopyTo(stream)),
                stream => read.CopyToAsync(stream),
            ];
            foreach (Func<Stream, Task> copy in copies)
            {
                read.Position = 0;
                var stream = new PartialStream(room) { Yields = yields };
                await Assert.ThrowsAsync<InjectedFaultException>(() => copy(stream));
                Assert.Equal(message.Take(room), stream.Taken);
            }

            Assert.Equal(message, writer.WrittenSequence.ToArray());
            using var whole = new MemoryStream();
            await writer.CopyToAsync(whole);
            Assert.Equal(message, whole.ToArray());
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task CopyToAsync_AStreamThatBlocks_WritesAll(bool yields)
    {
        using var writer = new SegmentedBufferWriter(new(), new CountingArrayPool<byte>()); // chunks of known lengths
        byte[] message = Message(100_000);
        writer.Write(message);
        var stream = new PartialStream(room: 300_000) { Blocks = TimeSpan.FromMilliseconds(2), Yields = yields };

        await writer.CopyToAsync(stream);
        using Stream read = writer.AsReadStream();
        await read.CopyToAsync(stream);

        Assert.Equal([.. message, .. message], stream.Taken);
        Assert.Equal(4, stream.Writes); // a chunk each
    }

    [Fact]
    public async Task CopyToAsync_CancelledBetweenChunks_WritesNoMore()
    {
        using var writer = new SegmentedBufferWriter(new(), new CountingArrayPool<byte>()); // chunks of known lengths
        writer.Write(new byte[100_000]);
        foreach (bool yields in new[] { false, true })
        {
            using var source = new CancellationTokenSource();
            var stream = new PartialStream(room: 100_000) { Yields = yields, AfterWrite = source.Cancel };
            Task copy = writer.CopyToAsync(stream, source.Token).AsTask();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copy);
            Assert.True(copy.IsCanceled);
            Assert.Equal(Chunk, stream.Taken.Length);

            using Stream read = writer.AsReadStream();
            using var other = new CancellationTokenSource();
            stream = new PartialStream(room: 100_000) { Yields = yields, AfterWrite = other.Cancel };
            copy = read.CopyToAsync(stream, 100, other.Token);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copy);
            Assert.True(copy.IsCanceled);
            Assert.Equal(Chunk, stream.Taken.Length);
        }
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void CopyTo_AnyTarget_AllocatesNothing()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(Message(100_000));
        using var stream = new MemoryStream(100_000);
        using var other = new PooledArrayBufferWriter<byte>(initialCapacity: 100_000);
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));

        AllocationAssert.Zero(() =>
        {
            stream.Position = 0;
            writer.CopyTo(stream);
            stream.Position = 0;
            writer.CopyToAsync(stream).GetAwaiter().GetResult();
            other.ResetWrittenCount();
            writer.CopyTo(other);
            writer.CopyToAsync(pipe.Writer).GetAwaiter().GetResult();
            pipe.Reader.TryRead(out ReadResult read);
            pipe.Reader.AdvanceTo(read.Buffer.End);
        });
    }
#endif
}
