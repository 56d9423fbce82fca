using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Json;

/// <content>Tests the ends of a lease: DisposeAsync or Discard, in each state, and in races with each other.</content>
/// <remarks>
/// The states and the effects of the end. Open: DisposeAsync writes the remaining data, except for an incomplete document of which nothing
/// was written yet; Discard drops it; the writer is returned. Draining, not awaited: DisposeAsync waits for the drain and throws its
/// exception; Discard leaves the array to the target. The writer is dropped. Failed (the target threw): neither writes anything; the writer
/// is returned. Broken (the source of a value or the buffer threw): as when open, and the document is incomplete. Ended, or default:
/// neither has any effect.
/// </remarks>
public sealed partial class PooledAsyncUtf8JsonWriterTests
{
    [Fact]
    public async Task Members_OfTheDefaultValue_ThrowAndItsEndsDoNothing()
    {
        PooledAsyncUtf8JsonWriter lease = default;

        AssertEnded(lease);
        Assert.Equal(0, lease.GetHashCode());
        Assert.True(lease == default(PooledAsyncUtf8JsonWriter));
        lease.Discard();
        await lease.DisposeAsync();
    }

    [Fact]
    public async Task IsLive_UntilTheLeaseEnds_IsTrue()
    {
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(new AsyncOnlyStream());
        PooledAsyncUtf8JsonWriter copy = lease;
        Assert.True(lease.IsLive);
        Assert.True(copy.IsLive);
        Assert.True(lease == copy);
        await lease.DisposeAsync();

        await using PooledAsyncUtf8JsonWriter next = Pool.RentAsyncWriter(new AsyncOnlyStream());
        AssertEnded(lease);
        AssertEnded(copy);
        Assert.True(next.IsLive);
        Assert.True(lease != next);
        Assert.False(lease.Equals(new object()));
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public async Task AwaitUsing_WhenTheUserThrowsAfterADrain_BringsTheRest(bool hops, bool toPipe)
    {
        var stream = new AsyncOnlyStream { Hops = hops };
        var pipe = new Pipe();
        await Assert.ThrowsAsync<InjectedFaultException>(async () =>
        {
            await using PooledAsyncUtf8JsonWriter lease = toPipe ? Pool.RentAsyncWriter(pipe.Writer) : Pool.RentAsyncWriter(stream);
            lease.Writer.WriteStartArray();
            Assert.True(await lease.FlushAsync());
            lease.Writer.WriteNumberValue(1);
            throw new InjectedFaultException("between writes");
        });

        byte[] content = toPipe ? (await pipe.Reader.ReadAsync()).Buffer.ToArray() : stream.Content;
        Assert.Equal("[1"u8.ToArray(), content);
        AssertSound();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Discard_InAFinallyBlock_GivesUpOnlyWhatAnExceptionCutShort(bool throws)
    {
        var target = new AsyncOnlyStream { Hops = true };
        Exception? thrown = await Record.ExceptionAsync(async () =>
        {
            PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
            try
            {
                lease.Writer.WriteStartArray();
                if (throws)
                    throw new InjectedFaultException("between writes");

                lease.Writer.WriteEndArray();
                await lease.FlushAsync();
            }
            finally
            {
                lease.Discard();
            }
        });

        Assert.Equal(throws, thrown is InjectedFaultException);
        Assert.Equal(throws ? "" : "[]", Encoding.UTF8.GetString(target.Content));
        AssertSound();
    }

    [Fact]
    public async Task Discard_ThenDisposeAsync_WritesNothing()
    {
        var target = new AsyncOnlyStream();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteNumberValue(1);
        lease.Discard();
        lease.Discard();
        await lease.DisposeAsync();

        AssertEnded(lease);
        Assert.Empty(target.Writes);
        Assert.Equal(1, Pool.GetStatistics().TotalReturned);
        AssertSound();
    }

    [Fact]
    public async Task Discard_WhileDraining_KeepsTheArrayFromThePool()
    {
        var target = new AsyncOnlyStream { StallAt = 1 };
        using var cancellation = new CancellationTokenSource();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteStartArray();
        Task<bool> stalled = lease.FlushAsync(cancellation.Token).AsTask();
        lease.Discard();

        Assert.Equal(0, Arrays.TotalReturned); // the stream still reads it
        Assert.Equal(1, Pool.GetStatistics().TotalDropped);
        cancellation.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stalled);
        AssertSound(lostArrays: 1);
    }

    [Fact]
    public async Task DisposeAsync_WhileDraining_WaitsForTheDrain()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 10, resumeWriterThreshold: 5));
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer);
        lease.Writer.WriteStringValue("not awaited");
        ValueTask<bool> drain = lease.FlushAsync();
        Task end = lease.DisposeAsync().AsTask();

        AssertEnded(lease);
        Assert.False(drain.IsCompleted);
        Assert.False(end.IsCompleted);
        Assert.Equal(1, Pool.GetStatistics().InUse);
        ReadResult read = await pipe.Reader.ReadAsync();
        Assert.Equal("\"not awaited\""u8.ToArray(), read.Buffer.ToArray());
        pipe.Reader.AdvanceTo(read.Buffer.End);
        await end;
        Assert.True(await drain);
        Assert.Equal(1, Pool.GetStatistics().TotalDropped); // its result might still be used
        AssertSound();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task DisposeAsync_WhenADrainThatNobodyAwaitedThrows_ThrowsThat(bool isOver)
    {
        var target = new AsyncOnlyStream { StallAt = 1 };
        using var cancellation = new CancellationTokenSource();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteNumberValue(123);
        ValueTask<bool> drain = lease.FlushAsync(cancellation.Token);
        if (isOver)
        {
            cancellation.Cancel();
            TestThread.WaitFor(() => drain.IsCompleted, "the drain");
        }

        Task end = EndAsync(lease);
        cancellation.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => end);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await drain);
        Assert.Single(target.Writes);
        AssertSound();

        static async Task EndAsync(PooledAsyncUtf8JsonWriter lease) => await lease.DisposeAsync();
    }

    [Fact]
    public async Task DisposeAsync_AfterADrainThrewToItsCaller_IsSilent()
    {
        var target = new AsyncOnlyStream { ThrowAt = 1, Hops = true };
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteNumberValue(1);
        await Assert.ThrowsAsync<InjectedFaultException>(async () => await lease.FlushAsync());

        await lease.DisposeAsync();
        Assert.Single(target.Writes);
        Assert.Equal(0, Pool.GetStatistics().TotalDropped);
        AssertSound();
    }

    [Fact]
    public async Task DisposeAsync_WhenTheBufferCannotGrow_BringsTheRest()
    {
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { MaxCapacity = 10_000 });
        var target = new AsyncOnlyStream();
        PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(target);
        lease.Writer.WriteStartArray();
        Assert.True(await lease.FlushAsync());
        lease.Writer.WriteNumberValue(1);
        Assert.Throws<BufferCapacityExceededException>(() => lease.Writer.WriteStringValue(new string('x', 10_000)));
        Assert.Throws<InvalidOperationException>(() => lease.Writer.WriteNumberValue(2));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.FlushAsync());
        await lease.DisposeAsync();

        Assert.Equal("[1"u8.ToArray(), target.Content);
        Assert.Equal(0, pool.GetStatistics().InUse);
        Assert.Equal(0, pool.GetStatistics().TotalDropped);
    }

    [Fact]
    public async Task Discard_WhenTheBufferCouldNotGrow_WritesNothing()
    {
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { MaxCapacity = 10_000 });
        var target = new AsyncOnlyStream();
        PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(target);
        lease.Writer.WriteStartArray();
        Assert.Throws<BufferCapacityExceededException>(() => lease.Writer.WriteStringValue(new string('x', 10_000)));
        lease.Discard();

        Assert.Empty(target.Writes);
        await using PooledAsyncUtf8JsonWriter next = pool.RentAsyncWriter(target);
        next.Writer.WriteNumberValue(1);
        Assert.True(await next.FlushAsync());
        Assert.Equal("1"u8.ToArray(), target.Content);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Ends_RacedByTwoThreads_EndOnce(bool discards)
    {
        const int Leases = 2_000;
        var targets = new AsyncOnlyStream[Leases];
        var leases = new PooledAsyncUtf8JsonWriter[Leases];
        for (int i = 0; i < Leases; i++)
        {
            targets[i] = new AsyncOnlyStream();
            leases[i] = Pool.RentAsyncWriter(targets[i]);
            leases[i].Writer.WriteNumberValue(7);
        }

        TestThread.RunAll(2, thread =>
        {
            foreach (PooledAsyncUtf8JsonWriter lease in leases)
            {
                if (discards && thread == 0)
                    lease.Discard();
                else
                    lease.DisposeAsync().AsTask().GetAwaiter().GetResult();
            }
        });

        PoolStatistics statistics = Pool.GetStatistics();
        Assert.Equal(Leases, statistics.TotalReturned);
        Assert.Equal(Leases, statistics.Retained + statistics.TotalDropped);
        foreach (AsyncOnlyStream target in targets)
        {
            Assert.InRange(target.Writes.Count, discards ? 0 : 1, 1);
            Assert.Equal(target.Writes.Count == 0 ? "" : "7", Encoding.UTF8.GetString(target.Content));
        }
    }

    [Fact]
    public async Task DisposeAsync_RacingTheEndOfADrain_LosesNothing()
    {
        for (int i = 0; i < 300; i++)
        {
            var target = new AsyncOnlyStream { Hops = true };
            PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
            lease.Writer.WriteNumberValue(i);
            ValueTask<bool> drain = lease.FlushAsync(); // may complete on another thread at any time from now on
            if (i % 2 == 0)
                Thread.SpinWait(i * 100);

            await lease.DisposeAsync();
            Assert.Equal(i.ToString(), Encoding.UTF8.GetString(target.Content));
            Assert.True(await drain);
        }

        Assert.Equal(0, Pool.GetStatistics().InUse);
        AssertSound();
    }

    [Fact]
    public async Task Target_ThatThrewOrWasDiscarded_GetsNothingOfTheNextRenter()
    {
        var bad = new AsyncOnlyStream { ThrowAt = 1 };
        PooledAsyncUtf8JsonWriter failed = Pool.RentAsyncWriter(bad);
        Utf8JsonWriter writer = failed.Writer;
        failed.Writer.WriteNumberValue(1);
        await Assert.ThrowsAsync<InjectedFaultException>(async () => await failed.DisposeAsync());
        var good = new AsyncOnlyStream();
        await using (PooledAsyncUtf8JsonWriter next = Pool.RentAsyncWriter(good))
        {
            Assert.Same(writer, next.Writer);
            next.Writer.WriteNumberValue(2);
            await failed.DisposeAsync();
            failed.Discard();
        }

        Assert.Single(bad.Writes);
        Assert.Empty(bad.Content);
        Assert.Equal("2"u8.ToArray(), good.Content);
    }
}
