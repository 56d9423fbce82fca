using System.IO.Pipelines;
using Pooling.Doubles;

namespace Pooling.Json;

/// <content>Tests that an explicit flush flushes the target, and that nothing else does.</content>
public sealed partial class PooledAsyncUtf8JsonWriterTests
{
    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public async Task FlushAsync_ToAStream_WritesAndFlushesIt(bool hops, bool flushWaits)
    {
        var target = new AsyncOnlyStream { Hops = hops };
        if (flushWaits)
            target.OnFlush = async _ => await new NewThread();

        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            lease.Writer.WriteStartArray();
            Assert.True(await lease.DrainIfNeededAsync());
            Assert.Equal(0, target.Flushes);
            Assert.True(await lease.FlushAsync());
            Assert.Equal("["u8.ToArray(), target.Content);
            Assert.Equal(1, target.Flushes);
            Assert.True(await lease.FlushAsync()); // also if there is nothing to write
            Assert.Equal(2, target.Flushes);
            Assert.Single(target.Writes);
            lease.Writer.WriteEndArray();
        }

        Assert.Equal("[]"u8.ToArray(), target.Content);
        Assert.Equal(2, target.Flushes); // not by the end
        Assert.Equal(0, target.SynchronousCalls);
        AssertSound();
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public async Task FlushAsync_ToAStreamWhoseFlushThrows_EndsTheDocument(bool hops, bool later)
    {
        var target = new AsyncOnlyStream { Hops = hops };
        target.OnFlush = later ? FailLaterAsync : static _ => throw new InjectedFaultException("FlushAsync");
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            lease.Writer.WriteStartArray();
            await Assert.ThrowsAsync<InjectedFaultException>(async () => await lease.FlushAsync());
            await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
        }

        Assert.Equal("["u8.ToArray(), target.Content);
        AssertSound();
    }

#if !NETFRAMEWORK
    [Fact]
    public async Task FlushAsync_ToAStreamWhoseWriteEndsMeanwhile_FlushesThatStreamOnly()
    {
        var target = new LateStream();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        object writer = lease.Writer;
        lease.Writer.WriteNumberValue(1);
        Assert.True(await lease.FlushAsync());
        await lease.DisposeAsync();
        Assert.Equal(1, target.Flushes);

        var other = new AsyncOnlyStream { Hops = true };
        PooledAsyncUtf8JsonWriter next = Pool.RentAsyncWriter(other);
        Assert.Same(writer, next.Writer);
        next.Writer.WriteNumberValue(2);
        await next.DisposeAsync();
        Assert.Equal((1, 0), (target.Flushes, other.Flushes));
        AssertSound();
    }
#endif

    private static async Task FailLaterAsync(CancellationToken cancellationToken)
    {
        await new NewThread();
        throw new InjectedFaultException("FlushAsync");
    }

    [Fact]
    public async Task FlushAsync_WhoseTokenIsCanceledWithinTheFlush_EndsTheDocument()
    {
        using var cancellation = new CancellationTokenSource();
        var target = new AsyncOnlyStream
        {
            OnFlush = async token =>
            {
                cancellation.Cancel();
                await Task.Delay(Timeout.Infinite, token);
            },
        };
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            lease.Writer.WriteStartArray();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await lease.FlushAsync(cancellation.Token));
            await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
        }

        Assert.Equal("["u8.ToArray(), target.Content);
        AssertSound();
    }

    [Fact]
    public async Task Discard_WhileAFlushWaits_EndsTheLeaseAndFailsTheFlush()
    {
        var gate = new TaskCompletionSource<bool>();
        var target = new AsyncOnlyStream { OnFlush = _ => gate.Task };
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteStartArray();
        ValueTask<bool> flush = lease.FlushAsync();
        lease.Discard();
        gate.SetResult(true);

        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await flush);

        Assert.Equal("["u8.ToArray(), target.Content);
        AssertSound(lostArrays: 1);
    }

    [Fact]
    public async Task DisposeAsync_WhileAFlushWaits_EndsAfterIt()
    {
        var gate = new TaskCompletionSource<bool>();
        var target = new AsyncOnlyStream { OnFlush = _ => gate.Task };
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteStartArray();
        ValueTask<bool> flush = lease.FlushAsync();
        ValueTask end = lease.DisposeAsync();
        Assert.False(end.IsCompleted);
        gate.SetResult(true);

        Assert.True(await flush);
        await end;

        Assert.Equal(1, target.Flushes);
        AssertSound();
    }

    [Fact]
    public async Task FlushAsync_ToAPipeWithNothingWritten_ShowsWhatItsUserWrote()
    {
        var pipe = new Pipe();
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer);
        pipe.Writer.GetSpan(1)[0] = (byte)' ';
        pipe.Writer.Advance(1);
        Assert.True(await lease.DrainIfNeededAsync());
        Assert.False(pipe.Reader.TryRead(out _));

        Assert.True(await lease.FlushAsync());

        Assert.True(pipe.Reader.TryRead(out ReadResult read));
        Assert.Equal(1, read.Buffer.Length);
    }

    [Fact]
    public async Task FlushAsync_ToAPipeWhoseReaderHasCompleted_ReturnsFalseEachTime()
    {
        var pipe = new Pipe();
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer);
        await pipe.Reader.CompleteAsync();
        Assert.False(await lease.FlushAsync());
        lease.Writer.WriteNumberValue(1);
        Assert.False(await lease.FlushAsync());
        Assert.False(await lease.DrainIfNeededAsync());
    }
}
