using System.Text.Json;

namespace Pooling.Json;

/// <content>Tests asynchronous drains in races with the end of their lease, and the memory that remains after large values.</content>
public sealed partial class PooledAsyncUtf8JsonWriterTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task End_WhenADrainHasEndedThatNobodyTook_LeavesTheResultAndDoesNotLeaseTheWriterAgain(bool asynchronously)
    {
        var target = new WaitingPipeWriter();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        Utf8JsonWriter writer = lease.Writer;
        lease.Writer.WriteNumberValue(1);
        ValueTask<bool> drain = lease.FlushAsync();
        target.EndFlush();
        if (asynchronously)
            await lease.DisposeAsync();
        else
            lease.Discard();

        Assert.Equal(1, Pool.GetStatistics().TotalDropped);
        await using PooledAsyncUtf8JsonWriter next = Pool.RentAsyncWriter(target);
        Assert.NotSame(writer, next.Writer);
        Assert.True(await drain);
    }

    [Fact]
    public async Task Discard_WhenADrainWasAwaited_LeasesTheWriterAgain()
    {
        var target = new WaitingPipeWriter();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        Utf8JsonWriter writer = lease.Writer;
        lease.Writer.WriteNumberValue(1);
        ValueTask<bool> drain = lease.FlushAsync();
        target.EndFlush();
        Assert.True(await drain);
        lease.Discard();

        using PooledUtf8JsonWriter next = Pool.Rent();

        Assert.Equal(1, Pool.GetStatistics().TotalCreated);
        Assert.Same(writer, next.Writer);
    }

#if !NETFRAMEWORK // which writes by tasks
    /// <summary>Checks a write that is pending for ever: its stream may read the array at any time.</summary>
    [Fact]
    public async Task AsyncStream_WhoseWriteCannotBeAwaited_KeepsTheArray()
    {
        var target = new LateStream { RefusesToTell = true };
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        lease.Writer.WriteNumberValue(1);
        await Assert.ThrowsAsync<InjectedFaultException>(async () => await lease.FlushAsync());
        lease.Discard();
        Pool.Trim();

        Assert.Equal(1, Arrays.InUse);
        AssertSound(lostArrays: 1);
    }
#endif

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task AsyncStream_AfterALargeValueWasDrained_GivesItsMemoryBack(bool hops)
    {
        var target = new AsyncOnlyStream { Hops = hops };
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            lease.Writer.WriteStartArray();
            lease.Writer.WriteStringValue(new string('a', 1_000_000));
            await lease.DrainIfNeededAsync();
            Assert.InRange(Arrays.InUseLength, 1_000_000, long.MaxValue);

            lease.Writer.WriteNumberValue(1);
            Assert.InRange(Arrays.InUseLength, 0, 64 * 1024);

            lease.Writer.WriteStringValue(new string('b', 1_000_000));
            await lease.DrainIfNeededAsync();
            lease.Writer.WriteStringValue(new string('c', 900_000));
            lease.Writer.WriteEndArray();
        }

        Assert.Equal($"[\"{new string('a', 1_000_000)}\",1,\"{new string('b', 1_000_000)}\",\"{new string('c', 900_000)}\"]",
            System.Text.Encoding.UTF8.GetString(target.Content));
        Assert.InRange(Arrays.InUseLength, 0, Utf8JsonWriterPoolOptions.DefaultMaxRetainedCapacity);
    }
}
