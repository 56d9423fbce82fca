using System.Text;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Doubles;

namespace Pooling.Json;

/// <content>Tests that a pool that clears leaves no data in an array, in each way in which an array leaves it.</content>
public sealed partial class Utf8JsonWriterPoolTests
{
    private const string Secret = "Bearer eyJhbGciOi";

    public static TheoryData<string> Leaving =>
    [
        "return", "growth", "large", "reset", "elsewhere", "detach", "detach tail", "writer disposed", "budget", "options",
        "stream", "stream throws", "buffer writer", "source", "async", "async discard", "async throws", "async source", "live",
    ];

    [Theory]
    [MemberData(nameof(Leaving))]
    public async Task ClearOnReturn_HoweverAnArrayLeaves_LeavesNothingInIt(string way)
    {
        foreach (bool trims in new[] { false, true })
        {
            CountingArrayPool<byte> arrays = Watched(out List<byte[]> rented, out List<byte[]> dirty);
            var pool = new Utf8JsonWriterPool(
                new Utf8JsonWriterPoolOptions { ClearOnReturn = true, MaxRetainedBytes = way == "budget" ? 0 : null }, arrays);
            await LeaveAsync(pool, way);
            if (way != "live")
                Assert.All(rented, static array => Assert.True(IsClear(array), "An idle buffer has content.")); // before it leaves, too

            if (trims)
                pool.Trim();

            pool.Dispose();
            Assert.NotEmpty(rented);
            Assert.Empty(dirty);
            arrays.AssertAllReturned();
            Assert.Equal(0, pool.ChargedBytes);
        }
    }

    [Theory]
    [MemberData(nameof(Leaving))]
    public async Task ClearOnReturn_False_ClearsNothing(string way)
    {
        CountingArrayPool<byte> arrays = Watched(out _, out List<byte[]> dirty);
        var pool = new Utf8JsonWriterPool(arrayPool: arrays);
        await LeaveAsync(pool, way);
        pool.Dispose();

        Assert.NotEmpty(dirty); // so that the test above detects data
        arrays.AssertAllReturned();
    }

    [Fact]
    public void ClearOnReturn_OfSmallDocuments_KeepsTheBuffer()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { ClearOnReturn = true }, arrays);
        for (int i = 0; i < 100; i++)
        {
            using PooledUtf8JsonWriter lease = pool.Rent();
            lease.Writer.WriteStringValue(new string('x', i * 10));
            Assert.Equal(i * 10 + 2, lease.WrittenCount);
        }

        Assert.InRange(arrays.TotalRented, 1, 3);
        Assert.Equal(1, pool.GetStatistics().TotalCreated);
    }

    [Fact]
    public void ClearOnReturn_OfRandomDocuments_WritesThemUnchanged()
    {
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { ClearOnReturn = true });
        for (int seed = 0; seed < 100; seed++)
        {
            string[] texts = [.. Enumerable.Range(0, seed).Select(i => new string((char)('a' + i % 26), seed * i % 3_000))];
            using var stream = new MemoryStream();
            using PooledUtf8JsonWriter own = pool.Rent();
            using (PooledUtf8JsonWriter lease = pool.Rent(stream, default, 1 + seed * 100))
            {
                JsonSerializer.Serialize(own.Writer, texts);
                JsonSerializer.Serialize(lease.Writer, texts);
            }

            string expected = JsonSerializer.Serialize(texts);
            Assert.Equal(expected, Encoding.UTF8.GetString(own.WrittenSpan.ToArray()));
            Assert.Equal(expected, Encoding.UTF8.GetString(stream.ToArray()));
        }
    }

    private static async Task LeaveAsync(Utf8JsonWriterPool pool, string way)
    {
        switch (way)
        {
            case "stream throws":
                Assert.Throws<InjectedFaultException>(() => WriteSecrets(pool.Rent(new RecordingStream { ThrowAt = 2 }), 3_000));
                break;
            case "stream":
                WriteSecrets(pool.Rent(new RecordingStream()), 3_000);
                break;
            case "buffer writer":
                WriteSecrets(pool.Rent(new RecordingBufferWriter(100)), 3_000);
                break;
            case "async" or "async discard" or "async throws":
                PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(new AsyncOnlyStream { ThrowAt = way == "async throws" ? 1 : 0 });
                lease.Writer.WriteStartArray();
                for (int i = 0; i < 300; i++)
                    lease.Writer.WriteStringValue(Secret);

                lease.Writer.WriteEndArray();
                if (way == "async")
                    await lease.DisposeAsync();
                else if (way == "async discard")
                    lease.Discard();
                else
                    await Assert.ThrowsAsync<InjectedFaultException>(async () => await lease.DisposeAsync());

                break;
            case "async source":
                await using (PooledAsyncUtf8JsonWriter value = pool.RentAsyncWriter(new AsyncOnlyStream()))
                    await value.WriteBase64ChunkedAsync(new SourceStream(Encoding.UTF8.GetBytes(Secret), 7));

                break;
            case "source":
                using (PooledUtf8JsonWriter value = pool.Rent())
                    value.WriteBase64Chunked(new SourceStream(Encoding.UTF8.GetBytes(Secret), 7));

                break;
            case "live":
                PooledUtf8JsonWriter live = pool.Rent(new JsonWriterOptions { SkipValidation = true });
                live.Writer.WriteStringValue(Secret);
                pool.Dispose();
                live.Dispose();
                break;
            default:
                LeaveOwnBuffer(pool, way);
                break;
        }
    }

    private static void LeaveOwnBuffer(Utf8JsonWriterPool pool, string way)
    {
        if (way == "options")
        {
            for (int depth = 1; depth < MaxOptionSets + 3; depth++)
                WriteSecrets(pool.Rent(new JsonWriterOptions { SkipValidation = true, MaxDepth = depth }), 1);

            return;
        }

        using PooledUtf8JsonWriter lease = pool.Rent(new JsonWriterOptions { SkipValidation = true });
        for (int i = 0; i < (way switch { "growth" => 500, "large" => 5_000, _ => 1 }); i++)
            lease.Writer.WriteStringValue(Secret);

        switch (way)
        {
            case "reset":
                lease.Writer.Reset();
                lease.Writer.WriteNumberValue(1);
                break;
            case "elsewhere":
                lease.Writer.Reset(Stream.Null);
                break;
            case "detach":
                lease.Detach().Dispose();
                break;
            case "detach tail":
                lease.Writer.Reset();
                lease.Writer.WriteNumberValue(1);
                using (PooledArray<byte> owner = lease.Detach())
                    Assert.Equal("1"u8.ToArray(), owner.Span.ToArray());

                break;
            case "writer disposed":
                lease.Writer.Dispose();
                break;
        }
    }

    private const int MaxOptionSets = Utf8JsonWriterPool.MaxOptionSets;

    private static void WriteSecrets(PooledUtf8JsonWriter rented, int count)
    {
        using PooledUtf8JsonWriter lease = rented;
        lease.Writer.WriteStartArray();
        for (int i = 0; i < count; i++)
            lease.Writer.WriteStringValue(Secret);

        lease.Writer.WriteEndArray();
    }

    private static CountingArrayPool<byte> Watched(out List<byte[]> rented, out List<byte[]> dirty)
    {
        var all = new List<byte[]>();
        var bad = new List<byte[]>();
        rented = all;
        dirty = bad;
        return new CountingArrayPool<byte>
        {
            OnRented = all.Add,
            OnReturned = array =>
            {
                if (!IsClear(array))
                    bad.Add(array);
            },
        };
    }

    /// <summary>Returns whether no data was left in an array. Parts that were never used still contain the pattern of the double.</summary>
    private static bool IsClear(byte[] array) => Array.TrueForAll(
        array, static value => value is 0 or TestPoolOptions.FreshPattern or TestPoolOptions.ReturnedPattern);
}
