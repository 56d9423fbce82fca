using System.Text;
using System.Text.Json;
using Pooling.Doubles;

namespace Pooling.Json;

/// <summary>Tests that counts from user code are only accepted if they can be correct.</summary>
public sealed class LyingCountTests
{
    private const int Asked = 6144; // the number of bytes that a stream is requested to read at a time

    public static TheoryData<int> Lies => [Asked + 1, Asked + 2, 8191, 8192, 8193, 16_384, int.MaxValue, -1, -6144, int.MinValue];

    [Theory]
    [MemberData(nameof(Lies))]
    public void WriteBase64Chunked_OfAStreamThatLies_ThrowsAndEmitsNothingForeign(int lie)
    {
        for (int honest = 0; honest < 4; honest++)
        {
            var arrays = new LyingArrayPool(int.MaxValue, static length => length);
            using var pool = new Utf8JsonWriterPool(arrayPool: arrays);
            var target = new MemoryStream();
            int reads = 0;
            var source = new LyingStream(asked => reads++ < honest ? asked : lie);
            using (PooledUtf8JsonWriter lease = pool.Rent(target))
            {
                var thrown = Assert.Throws<InvalidOperationException>(() => lease.WriteBase64Chunked(source));
                Assert.Contains($"{lie}", thrown.Message, StringComparison.Ordinal);
                Assert.Contains($"{Asked}", thrown.Message, StringComparison.Ordinal);
            }

            AssertNothingForeign(target, pool, arrays);
        }
    }

    [Theory]
    [MemberData(nameof(Lies))]
    public async Task WriteBase64ChunkedAsync_OfAStreamThatLies_ThrowsAndEmitsNothingForeign(int lie)
    {
        for (int honest = 0; honest < 4; honest++)
        {
            var arrays = new LyingArrayPool(int.MaxValue, static length => length);
            using var pool = new Utf8JsonWriterPool(arrayPool: arrays);
            var target = new MemoryStream();
            int reads = 0;
            var source = new LyingStream(asked => reads++ < honest ? asked : lie);
            await using (PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(target))
            {
                var thrown = await Assert.ThrowsAsync<InvalidOperationException>(async () => await lease.WriteBase64ChunkedAsync(source));
                Assert.Contains($"{lie}", thrown.Message, StringComparison.Ordinal);
            }

            AssertNothingForeign(target, pool, arrays);
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task WriteBase64Chunked_OfAStreamThatReadsNothing_WritesZeros(int reads)
    {
        byte[] expected = Encoding.UTF8.GetBytes($"\"{Convert.ToBase64String(new byte[reads * Asked])}\"");
        var arrays = new CountingArrayPool<byte>(); // full of another renter's bytes
        using (var pool = new Utf8JsonWriterPool(arrayPool: arrays))
        {
            using (PooledUtf8JsonWriter lease = pool.Rent())
            {
                lease.WriteBase64Chunked(new IdleStream(reads));
                Assert.Equal(expected, lease.WrittenSpan.ToArray());
            }

            var target = new AsyncOnlyStream();
            await using (PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(target))
                await lease.WriteBase64ChunkedAsync(new IdleStream(reads));

            Assert.Equal(expected, target.Content);
        }

        arrays.AssertAllReturned();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(null)]
    public void Document_WhenAnArrayIsTooShort_ThrowsAndLeavesThePoolBalanced(int? lie)
    {
        bool lied = true;
        for (int call = 1; lied; call++)
        {
            var arrays = new LyingArrayPool(call, asked => lie is null ? null : lie == 0 ? 0 : asked - 1);
            var target = new MemoryStream();
            var pool = new Utf8JsonWriterPool(arrayPool: arrays);
            Exception? thrown = null;
            for (int i = 0; i < 2; i++)
            {
                using PooledUtf8JsonWriter lease = pool.Rent(target);
                thrown ??= Record.Exception(() =>
                {
                    lease.Writer.WriteStartArray();
                    lease.WriteBase64Chunked(new MemoryStream(new byte[20_000]));
                    lease.Writer.WriteStringValue(new string('a', 10_000));
                    lease.Writer.WriteEndArray();
                });
            }

            lied = arrays.HasLied;
            if (lied)
                Assert.IsType<InvalidOperationException>(thrown);
            else
                Assert.Null(thrown);

            Assert.Equal(0, pool.GetStatistics().InUse);
            pool.Dispose();
            Assert.Equal(0, pool.ChargedBytes);
            arrays.AssertAllReturned();
            Assert.DoesNotContain("FF", Encoding.UTF8.GetString(target.ToArray()), StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(100)]
    public void Target_ThatOffersLessThanAsked_GetsExactlyTheDocument(int most)
    {
        var target = new LyingBufferWriter(asked => Math.Min(Math.Max(asked, 1), most));
        using var pool = new Utf8JsonWriterPool();
        using (PooledUtf8JsonWriter lease = pool.Rent(target, default, 100))
            Write(lease.Writer);

        Assert.Equal(Expected(), target.Taken);
    }

    [Fact]
    public void Target_ThatOffersNothing_ThrowsAndGetsNothing()
    {
        var arrays = new LyingArrayPool(int.MaxValue, static length => length);
        var target = new LyingBufferWriter(static _ => 0);
        var pool = new Utf8JsonWriterPool(arrayPool: arrays);
        PooledUtf8JsonWriter lease = pool.Rent(target);
        Write(lease.Writer);
        Assert.Throws<InvalidOperationException>(() => lease.Flush());
        lease.Dispose();
        Assert.Empty(target.Taken);
        pool.Dispose();
        arrays.AssertAllReturned();
    }

    private static void AssertNothingForeign(MemoryStream target, Utf8JsonWriterPool pool, LyingArrayPool arrays)
    {
        // In Base 64 the zeros of the stream are A, and the foreign bytes are RkZG.
        Assert.All(target.ToArray(), static character => Assert.Contains((char)character, "\"A="));
        Assert.Equal(0, pool.GetStatistics().InUse);
        pool.Dispose();
        arrays.AssertAllReturned();
    }

    private static void Write(Utf8JsonWriter writer)
    {
        writer.WriteStartArray();
        for (int i = 0; i < 200; i++)
            writer.WriteStringValue("value");

        writer.WriteEndArray();
    }

    private static byte[] Expected()
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
            Write(writer);

        return stream.ToArray();
    }
}
