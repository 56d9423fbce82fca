using System.Buffers;
using System.IO.Pipelines;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests copying to pipes: readers that are slow, read in parts, stop or complete, and cancellation.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    private const int Piece = 64 * 1024; // the size of a pipe's reads, and by default the size at which its writer waits

    [Theory]
    [InlineData(1)]
    [InlineData(100_000)]
    public async Task CopyTo_APipe_WritesAllWithoutFlushing(int length)
    {
        using var writer = WriterWith(length);
        var pipe = new Pipe();

        writer.CopyTo(pipe.Writer);

        Assert.False(pipe.Reader.TryRead(out _));
        Assert.Equal(length, pipe.Writer.UnflushedBytes);
        pipe.Writer.Complete();
        Assert.Equal(Message(length), await ReadAllAsync(pipe.Reader));
        AssertStillUsable(writer, length);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(Piece)]
    [InlineData(Piece + 1)]
    [InlineData(1_000_000)]
    public async Task CopyToAsync_APipe_WritesAllAndFlushes(int length)
    {
        using var writer = WriterWith(length);
        var pipe = new Pipe();

        Task<byte[]> reading = ReadAllAsync(pipe.Reader);
        FlushResult result = await writer.CopyToAsync(pipe.Writer);
        pipe.Writer.Complete();

        Assert.False(result.IsCompleted);
        Assert.False(result.IsCanceled);
        Assert.Equal(Message(length), await reading);
        AssertStillUsable(writer, length);
    }

    [Fact]
    public async Task CopyToAsync_APipeWhoseReaderTakesParts_WaitsForIt()
    {
        using var writer = WriterWith(200_000);
        var pipe = new Pipe();
        var content = new List<byte>();

        Task<FlushResult> copying = writer.CopyToAsync(pipe.Writer).AsTask();
        while (content.Count < 200_000)
        {
            ReadResult read = await pipe.Reader.ReadAsync();
            Assert.InRange(read.Buffer.Length, 1, 2 * Piece);
            ReadOnlySequence<byte> part = read.Buffer.Slice(0, Math.Min(read.Buffer.Length, 7000));
            content.AddRange(part.ToArray());
            pipe.Reader.AdvanceTo(part.End);
        }

        Assert.False((await copying).IsCompleted);
        Assert.Equal(Message(200_000), content);
    }

    [Fact]
    public void CopyToAsync_APipeThatIsNotRead_TakesOnePieceAndWaits()
    {
        using var writer = WriterWith(200_000);
        var pipe = new Pipe();

        Task<FlushResult> copying = writer.CopyToAsync(pipe.Writer).AsTask();

        Assert.False(copying.IsCompleted);
        Assert.True(pipe.Reader.TryRead(out ReadResult read));
        Assert.Equal(Piece, read.Buffer.Length);
        pipe.Reader.Complete();
    }

    [Fact]
    public async Task CopyToAsync_APipeWithACancelledToken_GivesItNothing()
    {
        using var writer = WriterWith(100);
        var pipe = new EndingPipeWriter(1, default, yields: false);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
            await writer.CopyToAsync(pipe, new CancellationToken(canceled: true)));

        Assert.Equal(0, pipe.Taken);
    }

    [Theory]
    [InlineData(1, true, false)]
    [InlineData(2, true, true)]
    [InlineData(1, false, true)]
    [InlineData(2, false, false)]
    public async Task CopyToAsync_APipeThatEnds_GivesItNothingMore(int flushes, bool isCompleted, bool yields)
    {
        using var writer = WriterWith(200_000);
        var pipe = new EndingPipeWriter(flushes, new FlushResult(isCanceled: !isCompleted, isCompleted), yields);

        FlushResult result = await writer.CopyToAsync(pipe);

        Assert.Equal((isCompleted, !isCompleted), (result.IsCompleted, result.IsCanceled));
        Assert.Equal(flushes, pipe.Flushes);
        Assert.Equal((long)flushes * Piece, pipe.Taken);
    }

    [Fact]
    public async Task CopyToAsync_APipeWhoseReaderHasGone_SaysSo()
    {
        using var writer = WriterWith(200_000);
        var pipe = new Pipe();
        pipe.Reader.Complete();

        FlushResult result = await writer.CopyToAsync(pipe.Writer);

        Assert.True(result.IsCompleted);
        AssertStillUsable(writer, 200_000);
    }

    [Fact]
    public async Task CopyToAsync_APipeWhoseReaderGoesHalfway_StopsAndSaysSo()
    {
        using var writer = WriterWith(200_000);
        var pipe = new Pipe();
        Task<FlushResult> copying = writer.CopyToAsync(pipe.Writer).AsTask();
        ReadResult read = await pipe.Reader.ReadAsync();
        pipe.Reader.AdvanceTo(read.Buffer.GetPosition(100));
        Assert.False(copying.IsCompleted);

        pipe.Reader.Complete();

        Assert.True((await copying).IsCompleted);
        AssertStillUsable(writer, 200_000);
    }

    [Fact]
    public async Task CopyToAsync_APipeWhoseReaderFailsHalfway_ThrowsWhatThePipeThrows()
    {
        using var writer = WriterWith(200_000);
        var pipe = new Pipe();
        Task<FlushResult> copying = writer.CopyToAsync(pipe.Writer).AsTask();

        pipe.Reader.Complete(new InjectedFaultException("reader"));

        await Assert.ThrowsAsync<InjectedFaultException>(() => copying);
        AssertStillUsable(writer, 200_000);
    }

    [Fact]
    public async Task CopyToAsync_APipe_CancelledBeforehand_WritesNothing()
    {
        using var writer = WriterWith(500);
        var pipe = new Pipe();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            writer.CopyToAsync(pipe.Writer, new CancellationToken(canceled: true)).AsTask());

        pipe.Writer.Complete();
        Assert.Empty(await ReadAllAsync(pipe.Reader));
        AssertStillUsable(writer, 500);
    }

    [Theory]
    [InlineData(Piece)]
    [InlineData(200_000)]
    public async Task CopyToAsync_APipe_CancelledHalfway_LeavesWhatWasTaken(int length)
    {
        using var writer = WriterWith(length);
        var pipe = new Pipe();
        using var cancellation = new CancellationTokenSource();
        Task<FlushResult> copying = writer.CopyToAsync(pipe.Writer, cancellation.Token).AsTask();
        Assert.False(copying.IsCompleted);

        cancellation.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copying);
        pipe.Writer.Complete();
        Assert.Equal(Message(Piece), await ReadAllAsync(pipe.Reader));
        AssertStillUsable(writer, length);
    }

    [Fact]
    public async Task CopyToAsync_APipeWhoseFlushIsCancelled_StopsAndSaysSo()
    {
        using var writer = WriterWith(200_000);
        var pipe = new Pipe();
        Task<FlushResult> copying = writer.CopyToAsync(pipe.Writer).AsTask();

        pipe.Writer.CancelPendingFlush();

        Assert.True((await copying).IsCanceled);
        pipe.Writer.Complete();
        Assert.Equal(Message(Piece), await ReadAllAsync(pipe.Reader));
    }

    [Fact]
    public async Task CopyToAsync_APipeOverAStreamThatThrows_LeavesTheWriterUnchanged()
    {
        using var writer = WriterWith(200_000);
        PipeWriter pipe = PipeWriter.Create(new FaultyStream());

        await Assert.ThrowsAsync<InjectedFaultException>(() => writer.CopyToAsync(pipe).AsTask());

        AssertStillUsable(writer, 200_000);
    }

    [Fact]
    public async Task CopyTo_OfNothingToAPipe_OnlyFlushes()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        var pipe = new Pipe();
        pipe.Writer.GetSpan(1)[0] = 9;
        pipe.Writer.Advance(1);

        writer.CopyTo(pipe.Writer);
        Assert.False(pipe.Reader.TryRead(out _));
        await writer.CopyToAsync(pipe.Writer);

        Assert.True(pipe.Reader.TryRead(out ReadResult read));
        Assert.Equal(1, read.Buffer.Length);
    }

    [Fact]
    public async Task CopyTo_ACompletedPipe_Throws()
    {
        using var writer = WriterWith(5);
        var pipe = new Pipe();
        pipe.Writer.Complete();

        Assert.Throws<InvalidOperationException>(() => writer.CopyTo(pipe.Writer));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await writer.CopyToAsync(pipe.Writer));

        AssertStillUsable(writer, 5);
    }

    [Fact]
    public async Task CopyTo_WithoutAPipe_NamesIt()
    {
        using var writer = new PooledArrayBufferWriter<byte>();

        Assert.Equal("destination", Assert.Throws<ArgumentNullException>(() => writer.CopyTo((PipeWriter)null!)).ParamName);
        Assert.Equal("destination",
            (await Assert.ThrowsAsync<ArgumentNullException>(async () => await writer.CopyToAsync((PipeWriter)null!))).ParamName);
    }

    [Fact]
    public async Task CopyTo_APipe_OfADisposedWriter_Throws()
    {
        var writer = new PooledArrayBufferWriter<byte>();
        writer.Dispose();
        var pipe = new Pipe();

        Assert.Throws<ObjectDisposedException>(() => writer.CopyTo(pipe.Writer));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await writer.CopyToAsync(pipe.Writer));
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void CopyTo_APipe_AllocatesNothing()
    {
        using var writer = WriterWith(500);
        var pipe = new Pipe();

        AllocationAssert.Zero(() =>
        {
            writer.CopyTo(pipe.Writer);
            _ = writer.CopyToAsync(pipe.Writer).GetAwaiter().GetResult();
            pipe.Reader.TryRead(out ReadResult read);
            pipe.Reader.AdvanceTo(read.Buffer.End);
        });
    }
#endif

    private static async Task<byte[]> ReadAllAsync(PipeReader reader)
    {
        var content = new MemoryStream();
        while (true)
        {
            ReadResult read = await reader.ReadAsync();
            foreach (ReadOnlyMemory<byte> part in read.Buffer)
                content.Write(part.ToArray(), 0, part.Length);

            reader.AdvanceTo(read.Buffer.End);
            if (read.IsCompleted)
                return content.ToArray();
        }
    }
}
