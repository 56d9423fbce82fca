using System.Buffers;
using System.Text;

namespace Pooling.Json;

/// <content>Tests values in parts that fail in the middle.</content>
public sealed partial class PooledAsyncUtf8JsonWriterTests
{
    [Fact]
    public async Task ChunksAsync_WhereNoValueMayStand_ThrowAndWriteNothing()
    {
        string text = Repeat("x", 10_000);
        byte[] bytes = new byte[20_000];
        var target = new AsyncOnlyStream();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            lease.Writer.WriteStartObject();
            await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.WriteStringChunkedAsync(text.AsMemory()));
            await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.WriteStringChunkedAsync(Sequence(bytes, 100)));
            await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.WriteBase64ChunkedAsync(bytes));
            await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.WriteBase64ChunkedAsync(new MemoryStream(bytes)));
            lease.Writer.WriteEndObject();
        }

        Assert.Equal("{}"u8.ToArray(), target.Content);
    }

    [Fact]
    public async Task WriteBase64ChunkedAsync_OfABadSource_ThrowsAndWritesNothing()
    {
        var target = new AsyncOnlyStream();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            lease.Writer.WriteStartObject();
            var closed = new MemoryStream();
            closed.Dispose();
            Assert.Throws<ArgumentException>(() => { lease.WriteBase64ChunkedAsync(closed); });
            Assert.Throws<ArgumentNullException>(() => { lease.WriteBase64ChunkedAsync((Stream)null!); });
            lease.Writer.WriteEndObject();
        }

        Assert.Equal("{}"u8.ToArray(), target.Content);
    }

    [Fact]
    public async Task WriteBase64ChunkedAsync_OfASourceThatThrowsAtAnyRead_EndsTheDocumentAndBringsTheRest()
    {
        byte[] bytes = new byte[30_000];
        new Random(1).NextBytes(bytes);
        byte[] whole = Encoding.UTF8.GetBytes($"[\"{Convert.ToBase64String(bytes)}\"]");
        for (int k = 1; k <= 6; k++)
        {
            var source = new SourceStream(bytes, 6000) { ThrowAt = k };
            var target = new AsyncOnlyStream();
            PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
            lease.Writer.WriteStartArray();
            Assert.True(await lease.FlushAsync());
            await Assert.ThrowsAsync<InjectedFaultException>(async () => await lease.WriteBase64ChunkedAsync(source));

            Assert.Throws<InvalidOperationException>(lease.NextDocument);
            Assert.Throws<InvalidOperationException>(() => lease.Writer.WriteNullValue());
            await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
            await lease.DisposeAsync();
            Assert.InRange(target.Content.Length, 2 + (k - 1) * 8000, whole.Length); // 6,000 bytes are 8,000 characters
            Assert.Equal(whole.Take(target.Content.Length), target.Content);
            AssertSound();
        }
    }

    [Fact]
    public async Task WriteBase64ChunkedAsync_WhoseLeaseEndsDuringARead_ReachesNobodyElse()
    {
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(new AsyncOnlyStream());
        var source = new SourceStream(new byte[30_000], 6000) { StallAt = 2 };
        using var cancellation = new CancellationTokenSource();
        Task<bool> writing = lease.WriteBase64ChunkedAsync(source, cancellation.Token).AsTask();
        Assert.False(writing.IsCompleted);
        lease.Discard();
        using PooledUtf8JsonWriter next = Pool.Rent();
        next.Writer.WriteNumberValue(1);
        cancellation.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => writing);
        Assert.Equal("1", TextOf(next));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task ChunksAsync_ToATargetThatThrowsAtAnyWrite_LeavePoolAndWriterSound(bool hops)
    {
        string text = Repeat("abc\"", 50_000);
        for (int k = 1; k <= 10; k++)
        {
            var target = new AsyncOnlyStream { ThrowAt = k, Hops = hops };
            await Assert.ThrowsAsync<InjectedFaultException>(async () =>
            {
                await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target, default, drainThreshold: 4096);
                await lease.WriteStringChunkedAsync(text.AsMemory());
            });

            Assert.Equal(k, target.Writes.Count);
            Assert.Equal(0, Pool.GetStatistics().InUse);
            AssertSound();
        }
    }

    [Fact]
    public async Task ChunksAsync_CancelledBefore_WriteNothing()
    {
        var cancelled = new CancellationToken(canceled: true);
        var target = new AsyncOnlyStream();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteStartObject();
        foreach (Func<ValueTask<bool>> write in new Func<ValueTask<bool>>[]
        {
            () => lease.WriteStringChunkedAsync("x".AsMemory(), cancelled),
            () => lease.WriteStringChunkedAsync(new ReadOnlySequence<byte>([1]), cancelled),
            () => lease.WriteBase64ChunkedAsync(new byte[1], cancelled),
            () => lease.WriteBase64ChunkedAsync(Stream.Null, cancelled),
        })
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await write());
        }

        lease.Writer.WriteEndObject();
        await lease.DisposeAsync();
        Assert.Equal("{}"u8.ToArray(), target.Content);
    }

    [Fact]
    public async Task ChunksAsync_CancelledHalfWay_EndTheDocumentAndBringWhatWasWritten()
    {
        using var cancellation = new CancellationTokenSource();
        var target = new AsyncOnlyStream();
        target.OnWrite = cancellation.Cancel;
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
            await lease.WriteStringChunkedAsync(Repeat("x", 100_000).AsMemory(), cancellation.Token));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
        target.OnWrite = null;
        await lease.DisposeAsync();
        Assert.Equal(2, target.Writes.Count);
        Assert.Equal("\"" + new string('x', target.Content.Length - 1), Encoding.UTF8.GetString(target.Content));
        AssertSound();
    }

    [Fact]
    public async Task ChunksAsync_ToAPipeWhoseReaderCompletes_EndTheirValueAndSayFalse()
    {
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(await PipeWithoutReaderAsync());
        lease.Writer.WriteStartArray();

        Assert.False(await lease.WriteStringChunkedAsync(Repeat("x", 100_000).AsMemory()));
        Assert.False(await lease.WriteStringChunkedAsync(new ReadOnlySequence<byte>(new byte[100_000])));
        Assert.False(await lease.WriteBase64ChunkedAsync(new byte[100_000]));
        Assert.False(await lease.WriteBase64ChunkedAsync(new MemoryStream(new byte[100_000])));
        lease.Writer.WriteNumberValue(1); // the writer is not within a value
        lease.Writer.WriteEndArray();
        Assert.False(await lease.FlushAsync());
    }

    [Fact]
    public async Task NextDocument_AfterALongRootStringThatNobodyReads_Returns()
    {
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(await PipeWithoutReaderAsync());

        Assert.False(await lease.WriteStringChunkedAsync(Repeat("x", 100_000).AsMemory()));
        lease.NextDocument();
        lease.Writer.WriteNumberValue(1);
        Assert.False(await lease.FlushAsync());
        lease.NextDocument();
    }

    [Fact]
    public async Task NextDocument_AfterALeaseThatEndedWithALongRootString_IsNotMistaken()
    {
        using (PooledUtf8JsonWriter former = Pool.Rent(new RecordingStream()))
            former.WriteStringChunked(Repeat("x", 100_000).AsSpan());

        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(await PipeWithoutReaderAsync());
        lease.Writer.WriteNumberValue(1);
        lease.NextDocument();
        Assert.False(await lease.FlushAsync());
        WriteNumbers(lease.Writer, 10);
        Assert.False(await lease.DrainIfNeededAsync());
        lease.NextDocument();
    }

    private static async Task<System.IO.Pipelines.PipeWriter> PipeWithoutReaderAsync()
    {
        var pipe = new System.IO.Pipelines.Pipe();
        await pipe.Reader.CompleteAsync();
        return pipe.Writer;
    }
}
