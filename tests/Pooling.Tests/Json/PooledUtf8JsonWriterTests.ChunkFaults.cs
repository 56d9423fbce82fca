using System.Buffers;
using Pooling.Doubles;

namespace Pooling.Json;

/// <content>Values in pieces that go wrong half-way.</content>
public sealed partial class PooledUtf8JsonWriterTests
{
    [Fact]
    public async Task Chunks_WhereNoValueMayStand_ThrowAndWriteNothing()
    {
        string text = Repeat("x", 10_000);
        byte[] bytes = new byte[20_000];
        using PooledUtf8JsonWriter lease = _pool.Rent();
        lease.Writer.WriteStartObject();

        Assert.Throws<InvalidOperationException>(() => lease.WriteStringChunked(text.AsSpan()));
        Assert.Throws<InvalidOperationException>(() => lease.WriteStringChunked(Sequence(bytes, 100)));
        Assert.Throws<InvalidOperationException>(() => lease.WriteBase64Chunked(bytes));
        Assert.Throws<InvalidOperationException>(() => lease.WriteBase64Chunked(new MemoryStream(bytes)));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.WriteStringChunkedAsync(text.AsMemory()));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.WriteStringChunkedAsync(Sequence(bytes, 100)));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.WriteBase64ChunkedAsync(bytes));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.WriteBase64ChunkedAsync(new MemoryStream(bytes)));
        lease.Writer.WriteEndObject();
        Assert.Equal("{}", TextOf(lease));
    }

    [Fact]
    public void WriteBase64Chunked_OfABadSource_ThrowsAndWritesNothing()
    {
        using PooledUtf8JsonWriter lease = _pool.Rent();
        lease.Writer.WriteStartObject();
        var closed = new MemoryStream();
        closed.Dispose();

        Assert.Equal("value", Assert.Throws<ArgumentException>(() => lease.WriteBase64Chunked("a", closed)).ParamName);
        Assert.Equal("value", Assert.Throws<ArgumentNullException>(() => lease.WriteBase64Chunked("a", (Stream)null!)).ParamName);
        Assert.Equal("value", Assert.Throws<ArgumentNullException>(() => lease.WriteBase64Chunked((Stream)null!)).ParamName);
        Assert.Throws<ArgumentNullException>(() => lease.WriteBase64Chunked(null!, Stream.Null));
        Assert.Throws<ArgumentException>(() => { lease.WriteBase64ChunkedAsync(closed); });
        Assert.Throws<ArgumentException>(() => { lease.WriteBase64ChunkedAsync("a", closed); });
        lease.Writer.WriteEndObject();
        Assert.Equal("{}", TextOf(lease));
        Assert.Equal(1, _arrays.Rented);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteBase64Chunked_OfASourceThatThrowsAtAnyRead_LosesTheDocumentOnly(bool asynchronously)
    {
        for (int k = 1; k <= 6; k++)
        {
            var source = new SourceStream(new byte[30_000], 6000) { ThrowAt = k };
            var target = new AsyncOnlyStream();
            PooledUtf8JsonWriter lease = asynchronously ? _pool.RentAsyncWriter(target) : _pool.Rent();
            await Assert.ThrowsAsync<InjectedFaultException>(async () =>
            {
                if (asynchronously)
                    await lease.WriteBase64ChunkedAsync(source);
                else
                    lease.WriteBase64Chunked(source);
            });

            Assert.Throws<InvalidOperationException>(lease.NextDocument);
            await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
            int writes = target.Writes.Count;
            await lease.DisposeAsync();
            Assert.Equal(writes, target.Writes.Count);
            AssertSound();
        }
    }

    [Fact]
    public void WriteBase64Chunked_OfASourceThatEndsTheLease_ReachesNobodyElse()
    {
        PooledUtf8JsonWriter lease = _pool.Rent();
        PooledUtf8JsonWriter next = default;
        var source = new SourceStream(new byte[30_000], 6000)
        {
            OnRead = () =>
            {
                lease.Dispose();
                if (next == default)
                    next = _pool.Rent();
            },
        };

        Assert.Throws<ObjectDisposedException>(() => lease.WriteBase64Chunked(source));
        next.Writer.WriteNumberValue(1);
        Assert.Equal("1", TextOf(next));
        next.Dispose();
        AssertSound();
    }

    [Fact]
    public async Task WriteBase64ChunkedAsync_WhoseLeaseEndsDuringARead_ReachesNobodyElse()
    {
        PooledUtf8JsonWriter lease = _pool.Rent();
        var source = new SourceStream(new byte[30_000], 6000) { StallAt = 2 };
        using var cancellation = new CancellationTokenSource();
        Task<bool> writing = lease.WriteBase64ChunkedAsync(source, cancellation.Token).AsTask();
        Assert.False(writing.IsCompleted);
        lease.Dispose();
        using PooledUtf8JsonWriter next = _pool.Rent();
        next.Writer.WriteNumberValue(1);
        cancellation.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => writing);
        Assert.Equal("1", TextOf(next));
    }

    [Fact]
    public void WriteStringChunked_ToATargetThatThrowsAtAnyWrite_LeavesPoolAndWriterSound()
    {
        string text = Repeat("abc\"", 50_000);
        for (int k = 1; k <= 10; k++)
        {
            var target = new RecordingStream { ThrowAt = k };
            Assert.Throws<InjectedFaultException>(() =>
            {
                using PooledUtf8JsonWriter lease = _pool.Rent(target, default, drainThreshold: 4096);
                lease.WriteStringChunked(text.AsSpan());
            });

            Assert.Equal(k, target.Writes.Count);
            AssertSound();
        }
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
                await using PooledUtf8JsonWriter lease = _pool.RentAsyncWriter(target, default, drainThreshold: 4096);
                await lease.WriteStringChunkedAsync(text.AsMemory());
            });

            Assert.Equal(k, target.Writes.Count);
            Assert.Equal(0, _pool.GetStatistics().InUse);
            AssertSound();
        }
    }

    [Fact]
    public async Task ChunksAsync_CancelledBefore_WriteNothing()
    {
        var cancelled = new CancellationToken(canceled: true);
        await using PooledUtf8JsonWriter lease = _pool.Rent();
        lease.Writer.WriteStartObject();
        foreach (Func<ValueTask<bool>> write in new Func<ValueTask<bool>>[]
        {
            () => lease.WriteStringChunkedAsync("x".AsMemory(), cancelled),
            () => lease.WriteStringChunkedAsync("a", "x".AsMemory(), cancelled),
            () => lease.WriteStringChunkedAsync(new ReadOnlySequence<byte>([1]), cancelled),
            () => lease.WriteStringChunkedAsync("a", new ReadOnlySequence<byte>([1]), cancelled),
            () => lease.WriteBase64ChunkedAsync(new byte[1], cancelled),
            () => lease.WriteBase64ChunkedAsync("a", new byte[1], cancelled),
            () => lease.WriteBase64ChunkedAsync(Stream.Null, cancelled),
            () => lease.WriteBase64ChunkedAsync("a", Stream.Null, cancelled),
        })
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await write());
        }

        lease.Writer.WriteEndObject();
        Assert.Equal("{}", TextOf(lease));
    }

    [Fact]
    public async Task ChunksAsync_CancelledHalfWay_LoseTheDocument()
    {
        using var cancellation = new CancellationTokenSource();
        var target = new AsyncOnlyStream();
        target.OnWrite = cancellation.Cancel;
        PooledUtf8JsonWriter lease = _pool.RentAsyncWriter(target);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await lease.WriteStringChunkedAsync(Repeat("x", 100_000).AsMemory(), cancellation.Token));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
        await lease.DisposeAsync();
        Assert.Single(target.Writes);
        AssertSound();
    }

    [Fact]
    public async Task ChunksAsync_ToAPipeWhoseReaderCompletes_EndTheirValueAndSayFalse()
    {
        var pipe = new System.IO.Pipelines.Pipe();
        await pipe.Reader.CompleteAsync();
        await using PooledUtf8JsonWriter lease = _pool.RentAsyncWriter(pipe.Writer);
        lease.Writer.WriteStartArray();

        Assert.False(await lease.WriteStringChunkedAsync(Repeat("x", 100_000).AsMemory()));
        Assert.False(await lease.WriteStringChunkedAsync(new ReadOnlySequence<byte>(new byte[100_000])));
        Assert.False(await lease.WriteBase64ChunkedAsync(new byte[100_000]));
        Assert.False(await lease.WriteBase64ChunkedAsync(new MemoryStream(new byte[100_000])));
        lease.Writer.WriteNumberValue(1); // the writer is not within a value
        lease.Writer.WriteEndArray();
        Assert.False(await lease.FlushAsync());
    }
}
