using System.Text;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Doubles;

namespace Pooling.Json;

/// <summary>Tests writers of System.Text.Json that are used after the end of their lease, and the parts of them that the pool
/// keeps.</summary>
public sealed class StaleJsonWriterTests
{
    private static readonly Dictionary<string, Action<Utf8JsonWriter>> s_uses = new()
    {
        ["write"] = static writer => writer.WriteStringValue("STALE"),
        ["write much"] = static writer => writer.WriteStringValue(new string('S', 50_000)),
        ["point elsewhere"] = static writer => writer.Reset(new MemoryStream()),
        ["point to another writer"] = static writer => writer.Reset(new PooledArrayBufferWriter<byte>()),
        ["point elsewhere and write"] = static writer =>
        {
            writer.Reset(new PooledArrayBufferWriter<byte>());
            writer.WriteStartObject();
        },
        ["reset"] = static writer => writer.Reset(),
        ["flush"] = static writer => writer.Flush(),
        ["dispose"] = static writer => writer.Dispose(),
    };

    public static TheoryData<string> Uses => [.. s_uses.Keys];

    [Theory]
    [MemberData(nameof(Uses))]
    public void StaleWriter_OfAReturnedLease_ReachesNoRenter(string use)
    {
        using var pool = new Utf8JsonWriterPool();
        for (int i = 0; i < 3; i++)
        {
            PooledUtf8JsonWriter lease = pool.Rent();
            Utf8JsonWriter stale = lease.Writer;
            lease.Writer.WriteStringValue("first");
            lease.Dispose();
            _ = Record.Exception(() => s_uses[use](stale));

            using (PooledUtf8JsonWriter next = pool.Rent())
            {
                Assert.Equal(0, next.WrittenCount);
                next.Writer.WriteStringValue("mine");
                Assert.Equal("\"mine\"", Encoding.UTF8.GetString(next.WrittenSpan.ToArray()));
            }

            var target = new MemoryStream();
            using (PooledUtf8JsonWriter next = pool.Rent(target))
                next.Writer.WriteStringValue("mine");

            Assert.Equal("\"mine\"", Encoding.UTF8.GetString(target.ToArray()));
        }
    }

    [Theory]
    [InlineData("write")]
    [InlineData("write much")]
    public void StaleWriter_ThatWritesWhileItLiesInThePool_Throws(string use)
    {
        using var pool = new Utf8JsonWriterPool();
        PooledUtf8JsonWriter lease = pool.Rent();
        Utf8JsonWriter stale = lease.Writer;
        lease.Writer.WriteStringValue("first");
        lease.Dispose();

        Assert.Throws<ObjectDisposedException>(() => s_uses[use](stale));
    }

    [Fact]
    public void AnyMember_OfAnEndedLease_Throws()
    {
        using var pool = new Utf8JsonWriterPool();
        PooledUtf8JsonWriter lease = pool.Rent();
        lease.Dispose();
        Action[] uses =
        [
            () => _ = lease.Writer, () => _ = lease.WrittenSpan, () => _ = lease.WrittenMemory, () => _ = lease.WrittenCount,
            () => lease.Flush(), () => lease.NextDocument(), () => lease.Detach(), () => lease.WriteBase64Chunked([]),
            () => lease.WriteBase64Chunked(new MemoryStream()),
            () => lease.WriteStringChunked("".AsSpan()),
        ];

        Assert.All(uses, static use => Assert.Throws<ObjectDisposedException>(use));
    }

    [Fact]
    public async Task Exceptions_OfEndedLeasesAndOfCapacity_NameThePool()
    {
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { Name = "answers", MaxCapacity = 5_000 });
        PooledUtf8JsonWriter lease = pool.Rent();
        Utf8JsonWriter writer = lease.Writer;
        string full = Assert.Throws<BufferCapacityExceededException>(() => writer.WriteStringValue(new string('x', 5_000))).Message;
        lease.Dispose();
        PooledAsyncUtf8JsonWriter asynchronous = pool.RentAsyncWriter(new AsyncOnlyStream());
        await asynchronous.DisposeAsync();
        string[] messages =
        [
            full,
            Assert.Throws<ObjectDisposedException>(() => lease.Writer).Message,
            Assert.Throws<ObjectDisposedException>(() => lease.WrittenCount).Message,
            Assert.Throws<ObjectDisposedException>(() => writer.WriteStringValue("late")).Message,
            Assert.Throws<ObjectDisposedException>(() => asynchronous.Writer).Message,
            Assert.Throws<ObjectDisposedException>(asynchronous.NextDocument).Message,
        ];

        Assert.All(messages, static message => Assert.Contains("pool 'answers'", message, StringComparison.Ordinal));
    }

    [Fact]
    public void Leases_WhileStaleWritersHammer_ReturnNoArrayTwice()
    {
        var arrays = new CountingArrayPool<byte>();
        var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { MaxRetainedBytes = 100_000 }, arrays);
        var stale = new Utf8JsonWriter[4];
        var leases = new PooledUtf8JsonWriter[stale.Length];
        for (int i = 0; i < stale.Length; i++)
            stale[i] = (leases[i] = pool.Rent(new JsonWriterOptions { SkipValidation = true })).Writer;

        foreach (PooledUtf8JsonWriter lease in leases)
            lease.Dispose();

        int running = 1;
        var clock = System.Diagnostics.Stopwatch.StartNew();
        TestThread.RunAll(2, thread =>
        {
            for (int i = 0; thread == 0 ? Volatile.Read(ref running) > 0 : i < 3_000 && clock.Elapsed.TotalSeconds < 2; i++)
            {
                try
                {
                    if (thread == 0)
                    {
                        stale[i % stale.Length].WriteStringValue(new string('S', i % 3000));
                        continue;
                    }

                    using PooledUtf8JsonWriter lease = pool.Rent(new JsonWriterOptions { SkipValidation = true });
                    for (int k = 0; k < 4; k++)
                        lease.Writer.WriteStringValue(new string('m', (i + k) % 8000));
                }
                catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or NullReferenceException
                    or IndexOutOfRangeException)
                {
                    // Two threads in one writer: the call is refused, or sees an intermediate state.
                }
            }

            if (thread == 1)
                Volatile.Write(ref running, 0);
        });

        Assert.Empty(arrays.Errors);
        pool.Dispose();
        Assert.Empty(arrays.Errors);
        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    [Fact]
    public void Queue_Of1024WritersInFlight_CreatesNoMoreThanThese()
    {
        using var pool = new Utf8JsonWriterPool();
        var queue = new Queue<PooledUtf8JsonWriter>();
        for (int i = 0; i < 40_000; i++)
        {
            if (queue.Count == 1_024)
            {
                while (queue.Count > 0)
                    queue.Dequeue().Dispose();
            }

            PooledUtf8JsonWriter lease = pool.Rent();
            lease.Writer.WriteNumberValue(i);
            queue.Enqueue(lease);
        }

        while (queue.Count > 0)
            queue.Dequeue().Dispose();

        Assert.InRange(pool.GetStatistics().TotalCreated, 1_024, 1_024 + 64);
    }

    [Fact]
    public void RetainedBytes_OfIdleWriters_AreThoseOfTheirBuffersAndWithinTheLimit()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { MaxRetainedBytes = 40_000 }, arrays);
        var leases = new PooledUtf8JsonWriter[30];
        for (int i = 0; i < leases.Length; i++)
        {
            leases[i] = i % 3 == 0 ? pool.Rent(new JsonWriterOptions { Indented = true }) : pool.Rent();
            leases[i].Writer.WriteStringValue(new string('a', 2_000));
        }

        Assert.Equal(arrays.InUseLength, pool.ChargedBytes);
        Assert.Equal(0, pool.GetStatistics().RetainedBytes);
        foreach (PooledUtf8JsonWriter lease in leases)
        {
            lease.Dispose();
            Assert.Equal(arrays.InUseLength, pool.ChargedBytes);
            Assert.InRange(pool.GetStatistics().RetainedBytes, 0, 40_000);
        }

        Assert.InRange(pool.GetStatistics().RetainedBytes, 1, 40_000);
        Assert.Equal(arrays.InUseLength, pool.GetStatistics().RetainedBytes);
        Assert.Equal(30, pool.GetStatistics().Retained);
        pool.Trim();
        Assert.Equal(0, pool.ChargedBytes);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Writers_ThatAreNeverReturned_CountNoLongerOnceTheyAreCollected()
    {
        using var pool = new Utf8JsonWriterPool();
        TestThread.Run(() =>
        {
            for (int i = 0; i < 20; i++)
                pool.Rent().Writer.WriteStringValue("never returned");
        });
        Assert.True(pool.ChargedBytes > 0);

        TestThread.WaitFor(
            () =>
            {
                Collector.Collect();
                return pool.ChargedBytes == 0;
            },
            "discharge of what was never returned");
    }
}
