using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Doubles;

namespace Pooling.Json;

public sealed partial class PooledAsyncUtf8JsonWriterTests : JsonLeaseTests
{
    [Theory]
    [InlineData(false, 1)]
    [InlineData(false, 16_384)]
    [InlineData(true, 1)]
    [InlineData(true, 100)]
    [InlineData(true, 16_384)]
    [InlineData(true, int.MaxValue)]
    public async Task AsyncStream_DrainedBetweenValues_GetsTheDocumentWithoutASynchronousCall(bool hops, int threshold)
    {
        var target = new AsyncOnlyStream { Hops = hops };
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target, default, threshold))
            await WriteNumbersAsync(lease, threshold < 1000 && hops ? 300 : 20_000);

        Assert.Equal(Expected(threshold < 1000 && hops ? 300 : 20_000), target.Content);
        Assert.Equal(0, target.SynchronousCalls);
        Assert.Equal(0, target.Flushes);
        Assert.Equal(0, Pool.GetStatistics().InUse);
        AssertSound();
    }

    [Fact]
    public async Task AsyncStream_DrainedBetweenValues_GetsPiecesBelowTheThreshold()
    {
        var target = new AsyncOnlyStream();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
            await WriteNumbersAsync(lease, 50_000);

        Assert.All(target.Writes.Take(target.Writes.Count - 1), count => Assert.InRange(count, 14_000, 16_384));
        // the last step of its growth held both arrays
        Assert.Equal(Utf8JsonWriterPoolOptions.DefaultMaxRetainedCapacity, Arrays.MaxInUseLength - 8192);
    }

    [Fact]
    public async Task AsyncStream_NeverDrained_GetsEverythingAtTheEnd()
    {
        var target = new AsyncOnlyStream();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            WriteNumbers(lease.Writer, 50_000);
            Assert.Empty(target.Writes);
        }

        Assert.Equal([Expected(50_000).Length], target.Writes);
        Assert.Equal(Expected(50_000), target.Content);
        Assert.InRange(Arrays.InUseLength, 0, Utf8JsonWriterPoolOptions.DefaultMaxRetainedCapacity);
    }

    [Fact]
    public async Task Discard_AfterAFlush_GivesUpWhatWasWrittenSince()
    {
        var target = new AsyncOnlyStream();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteStartArray();
        lease.Writer.WriteNumberValue(1);
        Assert.True(await lease.FlushAsync());
        lease.Writer.WriteNumberValue(2);
        lease.Discard();

        Assert.Equal("[1"u8.ToArray(), target.Content);
        Assert.Equal(0, target.SynchronousCalls);
        AssertSound();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task AsyncStream_ThrowingAtAnyWrite_LeavesPoolAndWriterSound(bool hops)
    {
        const int Threshold = 4096;
        var sound = new AsyncOnlyStream();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(sound, default, Threshold))
            await WriteNumbersAsync(lease, 5_000);

        for (int k = 1; k <= sound.Writes.Count; k++)
        {
            var target = new AsyncOnlyStream { ThrowAt = k, Hops = hops };
            await Assert.ThrowsAsync<InjectedFaultException>(async () =>
            {
                await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target, default, Threshold);
                await WriteNumbersAsync(lease, 5_000);
            });

            Assert.Equal(k, target.Writes.Count); // nothing was written after the failure
            Assert.Equal(sound.Content.Take(target.Content.Length), target.Content);
            Assert.Equal(0, target.SynchronousCalls);
            Assert.Equal(0, Pool.GetStatistics().InUse);
            AssertSound();
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task AsyncStream_AfterItThrew_CanOnlyBeDisposed(bool hops)
    {
        var target = new AsyncOnlyStream { ThrowAt = 1, Hops = hops };
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteStartArray();
        await Assert.ThrowsAsync<InjectedFaultException>(async () => await lease.FlushAsync());

        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.DrainIfNeededAsync());
        Assert.Throws<InvalidOperationException>(() => lease.Writer.WriteNumberValue(1));
        await lease.DisposeAsync();
        Assert.Single(target.Writes);
        AssertSound();
    }

    [Fact]
    public async Task AsyncStream_TokenCancelledBefore_Continues()
    {
        var target = new AsyncOnlyStream();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            lease.Writer.WriteStartArray();
            var cancelled = new CancellationToken(canceled: true);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await lease.FlushAsync(cancelled));
            Assert.True(await lease.DrainIfNeededAsync(cancelled)); // nothing to do
            Assert.Empty(target.Writes);
            lease.Writer.WriteEndArray();
        }

        Assert.Equal("[]"u8.ToArray(), target.Content);
    }

    [Fact]
    public async Task AsyncStream_CancelledHalfWay_CanOnlyBeDisposed()
    {
        var target = new AsyncOnlyStream { StallAt = 2 };
        using var cancellation = new CancellationTokenSource();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteStartArray();
        await lease.FlushAsync(cancellation.Token);
        lease.Writer.WriteNumberValue(12345);
        ValueTask<bool> stalled = lease.FlushAsync(cancellation.Token);
        Assert.False(stalled.IsCompleted);
        cancellation.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await stalled);
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
        await lease.DisposeAsync();
        Assert.Equal("[12"u8.ToArray(), target.Content);
        Assert.Equal(0, Pool.GetStatistics().InUse);
        AssertSound();
    }

    [Fact]
    public async Task AsyncStream_UsedDuringADrain_ThrowsAndContinuesAfterwards()
    {
        var target = new AsyncOnlyStream { StallAt = 1 };
        using var cancellation = new CancellationTokenSource();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteStartArray();
        Task<bool> stalled = lease.FlushAsync(cancellation.Token).AsTask();

        Assert.Throws<InvalidOperationException>(() => lease.Writer.WriteNumberValue(1));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.DrainIfNeededAsync());
        Assert.Single(target.Writes);
        cancellation.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stalled);
        lease.Discard();
        AssertSound();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task AsyncStream_ThatEndsTheLease_GetsNothingMore(bool hops)
    {
        PooledAsyncUtf8JsonWriter lease = default;
        var target = new AsyncOnlyStream { Hops = hops, OnWrite = () => lease.Discard() };
        lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteStartArray();

        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await lease.FlushAsync());
        Assert.Single(target.Writes);
        Assert.Equal(1, Pool.GetStatistics().TotalDropped);
        AssertSound(lostArrays: 1);
    }

    [Fact]
    public async Task DisposeAsync_Twice_ReturnsOnce()
    {
        var target = new AsyncOnlyStream { Hops = true };
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteNumberValue(7);
        ValueTask first = lease.DisposeAsync();
        AssertEnded(lease);
        await lease.DisposeAsync();
        lease.Discard();
        await first;

        Assert.Equal("7"u8.ToArray(), target.Content);
        Assert.Equal(1, Pool.GetStatistics().TotalReturned);
    }

    [Fact]
    public async Task DisposeAsync_WhenTheLastDrainEndsBeforeItIsAwaited_KeepsTheWriter()
    {
        var pipe = new Pipe();
        for (int i = 0; i < 3; i++)
        {
            PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(new LatePipeWriter(pipe.Writer));
            lease.Writer.WriteNumberValue(i);
            await lease.DisposeAsync();
        }

        Assert.Equal("012"u8.ToArray(), (await pipe.Reader.ReadAsync()).Buffer.ToArray());
        Assert.Equal(1, Pool.GetStatistics().TotalCreated);
        Assert.Equal(0, Pool.GetStatistics().TotalDropped);
        AssertSound();
    }

    [Fact]
    public async Task DisposeAsync_WhenTheLastWriteThrows_EndsTheLeaseAllTheSame()
    {
        foreach (bool hops in new[] { false, true })
        {
            PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(new AsyncOnlyStream { ThrowAt = 1, Hops = hops });
            lease.Writer.WriteNumberValue(1);
            await Assert.ThrowsAsync<InjectedFaultException>(async () => await lease.DisposeAsync());
            AssertEnded(lease);
            Assert.Equal(0, Pool.GetStatistics().InUse);
            AssertSound();
        }
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void AsyncTargets_AfterDispose_AreForgotten()
    {
        var writers = new List<Utf8JsonWriter>(); // keep their outputs, regardless of the memory that the pool releases in the meantime
        WeakReference[] references = UseAsyncTargets(writers);

        Collector.WaitForDeath(references);
        GC.KeepAlive(writers);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference[] UseAsyncTargets(List<Utf8JsonWriter> writers)
    {
        var references = new List<WeakReference>();
        TestThread.Run(() =>
        {
            foreach (bool hops in new[] { false, true })
            {
                foreach (int throwAt in new[] { 0, 1 })
                {
                    var target = new AsyncOnlyStream { Hops = hops, ThrowAt = throwAt };
                    references.Add(new WeakReference(target));
                    PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
                    writers.Add(lease.Writer);
                    lease.Writer.WriteNumberValue(1);
                    Task<bool> flush = FlushAsync(lease);
                    TestThread.WaitFor(() => flush.IsCompleted, "the flush");
                    if (throwAt > 0)
                        references.Add(new WeakReference(flush)); // the runtime keeps a task that completed successfully and synchronously

                    lease.Discard();
                }
            }

            var pipe = new Pipe();
            references.Add(new WeakReference(pipe));
            PooledAsyncUtf8JsonWriter piped = Pool.RentAsyncWriter(pipe.Writer);
            writers.Add(piped.Writer);
            piped.Writer.WriteNumberValue(1);
            piped.Discard();
        });
        return [.. references];
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public void RentAsynchronous_BadThreshold_ThrowsBeforeAnythingIsRented(int threshold)
    {
        Assert.Equal("drainThreshold",
            Assert.Throws<ArgumentOutOfRangeException>(() => Pool.RentAsyncWriter(new AsyncOnlyStream(), default, threshold)).ParamName);
        Assert.Equal("drainThreshold",
            Assert.Throws<ArgumentOutOfRangeException>(() => Pool.RentAsyncWriter(new Pipe().Writer, default, threshold)).ParamName);
        Assert.Equal(0, Pool.GetStatistics().TotalRented);
    }

    [Fact]
    public void RentAsynchronous_BadTarget_ThrowsBeforeAnythingIsRented()
    {
        Assert.Equal("target", Assert.Throws<ArgumentNullException>(() => Pool.RentAsyncWriter((Stream)null!)).ParamName);
        Assert.Equal("target", Assert.Throws<ArgumentNullException>(() => Pool.RentAsyncWriter((PipeWriter)null!)).ParamName);
        Assert.Equal("target",
            Assert.Throws<ArgumentException>(() => Pool.RentAsyncWriter(new MemoryStream([], writable: false))).ParamName);
        Assert.Equal(0, Pool.GetStatistics().TotalRented);
    }

    private static async Task<bool> FlushAsync(PooledAsyncUtf8JsonWriter lease) => await lease.FlushAsync();

    private static void AssertEnded(PooledAsyncUtf8JsonWriter lease)
    {
        Assert.False(lease.IsLive);
        Assert.Equal(nameof(PooledAsyncUtf8JsonWriter), Assert.Throws<ObjectDisposedException>(() => lease.Writer).ObjectName);
        Assert.Throws<ObjectDisposedException>(lease.NextDocument);
        Assert.Throws<ObjectDisposedException>(() => { lease.FlushAsync(); });
        Assert.Throws<ObjectDisposedException>(() => { lease.DrainIfNeededAsync(); });
        Assert.Throws<ObjectDisposedException>(() => { lease.WriteStringChunkedAsync("".AsMemory()); });
        Assert.Throws<ObjectDisposedException>(() => { lease.WriteBase64ChunkedAsync(new MemoryStream()); });
        Assert.Throws<ObjectDisposedException>(() => { lease.WriteBase64ChunkedAsync(new byte[1]); });
    }
}
