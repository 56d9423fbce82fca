using System.Buffers;
using System.IO.Pipelines;

namespace Pooling.Json;

/// <content>Tests pipes, which are flushed whenever they are written to.</content>
public sealed partial class PooledAsyncUtf8JsonWriterTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(1_000)]
    [InlineData(16_384)]
    [InlineData(1_000_000)]
    public async Task Pipe_DrainedBetweenValues_GetsTheDocument(int threshold)
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 20_000, resumeWriterThreshold: 10_000));
        Task<byte[]> reading = ReadAllAsync(pipe.Reader);
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer, default, threshold))
            await WriteNumbersAsync(lease, 20_000);

        await pipe.Writer.CompleteAsync();
        Assert.Equal(Expected(20_000), await reading);
        Assert.Equal(0, Pool.GetStatistics().InUse);
        AssertSound();
    }

    [Fact]
    public async Task Pipe_WhoseReaderLags_IsWaitedFor()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 1000, resumeWriterThreshold: 500));
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer, default, drainThreshold: 1000);
        lease.Writer.WriteStartArray();
        lease.Writer.WriteStringValue(new string('x', 1500));
        ValueTask<bool> waiting = lease.DrainIfNeededAsync();
        Assert.False(waiting.IsCompleted);

        ReadResult read = await pipe.Reader.ReadAsync();
        Assert.Equal(1503, read.Buffer.Length);
        pipe.Reader.AdvanceTo(read.Buffer.End);
        Assert.True(await waiting);
        lease.Writer.WriteEndArray();
    }

    [Fact]
    public async Task Pipe_WhoseReaderCompletes_TakesNoMore()
    {
        var pipe = new Pipe();
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer, default, drainThreshold: 1000);
        lease.Writer.WriteStartArray();
        lease.Writer.WriteNumberValue(1);
        Assert.True(await lease.FlushAsync());
        await pipe.Reader.CompleteAsync();
        lease.Writer.WriteNumberValue(2);

        Assert.False(await lease.FlushAsync());
        Assert.False(await lease.DrainIfNeededAsync()); // from now on it is reported immediately
        for (int i = 0; i < 100_000; i++)
        {
            lease.Writer.WriteNumberValue(i);
            Assert.False(await lease.DrainIfNeededAsync());
        }

        lease.Writer.WriteEndArray();
        Assert.False(await lease.FlushAsync());
        Assert.InRange(Arrays.MaxInUseLength, 1, Utf8JsonWriterPoolOptions.DefaultMaxRetainedCapacity); // dropped, not kept
    }

    [Fact]
    public async Task Pipe_WhoseReaderCompletesWhileItIsWaitedFor_TakesNoMore()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 1000, resumeWriterThreshold: 500));
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer, default, drainThreshold: 1000);
        lease.Writer.WriteStringValue(new string('x', 1500));
        ValueTask<bool> waiting = lease.DrainIfNeededAsync();
        Assert.False(waiting.IsCompleted);
        await pipe.Reader.CompleteAsync();

        Assert.False(await waiting);
        await lease.DisposeAsync();
        AssertSound();
    }

    [Fact]
    public async Task Pipe_WhoseReaderFails_GivesItsException()
    {
        var pipe = new Pipe();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer);
        lease.Writer.WriteNumberValue(1);
        await pipe.Reader.CompleteAsync(new InjectedFaultException("reader"));

        await Assert.ThrowsAsync<InjectedFaultException>(async () => await lease.FlushAsync());
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
        await lease.DisposeAsync();
        AssertSound();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Pipe_WhosePendingFlushIsCancelled_HasTheBytesAndContinues(bool waits)
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 10, resumeWriterThreshold: 5));
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer))
        {
            lease.Writer.WriteStartArray();
            lease.Writer.WriteNumberValue(1234567890);
            if (!waits)
                pipe.Writer.CancelPendingFlush();

            Task<bool> flush = Start(lease);
            if (waits)
                pipe.Writer.CancelPendingFlush();

            await Assert.ThrowsAsync<OperationCanceledException>(() => flush);
            lease.Writer.WriteEndArray();
            ValueTask<bool> last = lease.FlushAsync();
            ReadResult read = await pipe.Reader.ReadAsync();
            Assert.Equal("[1234567890]"u8.ToArray(), read.Buffer.ToArray());
            pipe.Reader.AdvanceTo(read.Buffer.End);
            Assert.True(await last);
        }

        AssertSound();

        static async Task<bool> Start(PooledAsyncUtf8JsonWriter lease) => await lease.FlushAsync();
    }

    [Fact]
    public async Task Pipe_TokenCancelledWhileItIsWaitedFor_CanOnlyBeDisposed()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 1000, resumeWriterThreshold: 500));
        using var cancellation = new CancellationTokenSource();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer, default, drainThreshold: 1000);
        lease.Writer.WriteStringValue(new string('x', 1500));
        ValueTask<bool> waiting = lease.DrainIfNeededAsync(cancellation.Token);
        cancellation.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await waiting);
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
        await lease.DisposeAsync();
        AssertSound();
    }

    [Fact]
    public async Task Pipe_CompletedByItsWriter_Throws()
    {
        var pipe = new Pipe();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer);
        lease.Writer.WriteNumberValue(1);
        await pipe.Writer.CompleteAsync();

        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
        await lease.DisposeAsync();
        AssertSound();
    }

    [Fact]
    public async Task Pipe_OverAStream_GetsTheDocumentWithoutASynchronousCall()
    {
        var stream = new AsyncOnlyStream { Hops = true };
        PipeWriter pipe = PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true));
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe))
            await WriteNumbersAsync(lease, 20_000);

        await pipe.CompleteAsync();
        Assert.Equal(Expected(20_000), stream.Content);
        Assert.Equal(0, stream.SynchronousCalls);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Pipe_ThatEndsTheLease_FailsTheFlush(bool onAdvance)
    {
        PooledAsyncUtf8JsonWriter lease = default;
        var target = new WaitingPipeWriter();
        if (onAdvance)
            target.OnAdvance = () => lease.Discard();
        else
            target.OnGetSpan = () => lease.Discard();

        lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteStartArray();
        ValueTask<bool> flush = lease.FlushAsync();
        target.EndFlush();

        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await flush);
        Assert.Equal(1, Pool.GetStatistics().TotalDropped);
        AssertSound(lostArrays: 1);
    }

    [Fact]
    public async Task Discard_OfAPipe_AdvancesNothingMore()
    {
        var pipe = new Pipe();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer);
        lease.Writer.WriteNumberValue(1);
        lease.Discard();

        Assert.Equal(0, pipe.Writer.UnflushedBytes);
        await pipe.Writer.CompleteAsync();
        Assert.Empty(await ReadAllAsync(pipe.Reader));
    }
}
