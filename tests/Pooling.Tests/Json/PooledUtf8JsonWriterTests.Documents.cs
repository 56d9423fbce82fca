using System.IO.Pipelines;
using System.Text;
using System.Text.Json;

namespace Pooling.Json;

/// <content>Tests many documents in one lease, and documents that fail.</content>
public sealed partial class PooledUtf8JsonWriterTests
{
    private const string Lines = "{\"a\":1}\n[]\n\"x\"\n1\nnull\n";

    [Fact]
    public async Task NextDocument_WithAnyTarget_WritesLines()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent())
        {
            WriteLines(lease.Writer, lease.NextDocument);
            Assert.Equal(Lines, TextOf(lease));
        }

        var stream = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(stream))
            WriteLines(lease.Writer, lease.NextDocument);

        var bufferWriter = new RecordingBufferWriter(3);
        using (PooledUtf8JsonWriter lease = Pool.Rent(bufferWriter))
            WriteLines(lease.Writer, lease.NextDocument);

        var asynchronous = new AsyncOnlyStream();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(asynchronous))
            WriteLines(lease.Writer, lease.NextDocument);

        var pipe = new Pipe();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe.Writer))
            WriteLines(lease.Writer, lease.NextDocument);

        await pipe.Writer.CompleteAsync();
        Assert.Equal(Lines, Encoding.UTF8.GetString(stream.Content));
        Assert.Equal(Lines, Encoding.UTF8.GetString(bufferWriter.Content));
        Assert.Equal(Lines, Encoding.UTF8.GetString(asynchronous.Content));
        Assert.Equal(Lines, Encoding.UTF8.GetString(await ReadAllAsync(pipe.Reader)));
        Assert.Equal(0, asynchronous.SynchronousCalls);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4096)]
    [InlineData(5000)]
    [InlineData(16_384)]
    public async Task NextDocument_ManyTimes_DrainsAsADocumentDoes(int threshold)
    {
        var expected = new StringBuilder();
        var stream = new RecordingStream();
        var asynchronous = new AsyncOnlyStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(stream, default, threshold))
        {
            await using PooledAsyncUtf8JsonWriter other = Pool.RentAsyncWriter(asynchronous, default, threshold);
            for (int i = 0; i < 10_000; i++)
            {
                lease.Writer.WriteNumberValue(i);
                lease.NextDocument();
                other.Writer.WriteNumberValue(i);
                other.NextDocument();
                await other.DrainIfNeededAsync();
                expected.Append(i).Append('\n');
            }
        }

        Assert.Equal(expected.ToString(), Encoding.UTF8.GetString(stream.Content));
        Assert.Equal(expected.ToString(), Encoding.UTF8.GetString(asynchronous.Content));
        Assert.InRange(Arrays.MaxInUseLength, 1, 64 * 1024);
    }

    [Fact]
    public void NextDocument_HalfWay_ThrowsAndChangesNothing()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        Assert.Throws<InvalidOperationException>(lease.NextDocument); // nothing written
        lease.Writer.WriteStartArray();
        Assert.Throws<InvalidOperationException>(lease.NextDocument);
        lease.Writer.WriteStartObject();
        Assert.Contains("2", Assert.Throws<InvalidOperationException>(lease.NextDocument).Message, StringComparison.Ordinal);
        lease.Writer.WriteEndObject();
        lease.Writer.WriteEndArray();
        lease.NextDocument();
        Assert.Throws<InvalidOperationException>(lease.NextDocument); // the next one is empty

        Assert.Equal("[{}]\n", TextOf(lease));
    }

    [Fact]
    public void NextDocument_AfterTheWriterWasDisposed_Throws()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        lease.Writer.WriteNumberValue(1);
        lease.Writer.Dispose();

        Assert.ThrowsAny<InvalidOperationException>(lease.NextDocument);
        Assert.Equal("1", TextOf(lease));
    }

    [Fact]
    public void NextDocument_ToATargetThatThrowsAtAnyWrite_LeavesPoolAndWriterSound()
    {
        for (int k = 1; k <= 10; k++)
        {
            var target = new RecordingStream { ThrowAt = k };
            Assert.Throws<InjectedFaultException>(() =>
            {
                using PooledUtf8JsonWriter lease = Pool.Rent(target, default, drainThreshold: 1);
                for (int i = 0; i < 20; i++)
                {
                    lease.Writer.WriteNumberValue(i);
                    lease.NextDocument();
                }
            });

            Assert.Equal(k, target.Writes.Count);
            AssertSound();
        }
    }

    [Fact]
    public void Writer_BeyondItsDepth_ThrowsAndTheLeaseContinues()
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(target))
        {
            for (int i = 0; i < 1000; i++)
                lease.Writer.WriteStartArray();

            Assert.Throws<InvalidOperationException>(lease.Writer.WriteStartArray);
            for (int i = 0; i < 1000; i++)
                lease.Writer.WriteEndArray();
        }

        Assert.Equal(new string('[', 1000) + new string(']', 1000), Encoding.UTF8.GetString(target.Content));
        AssertSound();
    }

    [Fact]
    public async Task Leases_NestedInEachOther_KeepTheirDocumentsApart()
    {
        var target = new AsyncOnlyStream { Hops = true };
        await using (PooledAsyncUtf8JsonWriter outer = Pool.RentAsyncWriter(target, default, drainThreshold: 10))
        {
            outer.Writer.WriteStartArray();
            for (int i = 0; i < 20; i++)
            {
                using PooledUtf8JsonWriter inner = Pool.Rent();
                inner.Writer.WriteStartObject();
                inner.Writer.WriteNumber("i", i);
                await using PooledAsyncUtf8JsonWriter third = Pool.RentAsyncWriter(new AsyncOnlyStream { Hops = true });
                third.Writer.WriteStringValue("elsewhere");
                inner.Writer.WriteEndObject();
                outer.Writer.WriteRawValue(inner.WrittenSpan);
                Assert.True(await outer.DrainIfNeededAsync());
                Assert.True(await third.FlushAsync());
            }

            outer.Writer.WriteEndArray();
        }

        Assert.Equal("[" + string.Join(",", Enumerable.Range(0, 20).Select(i => $"{{\"i\":{i}}}")) + "]",
            Encoding.UTF8.GetString(target.Content));
        Assert.Equal(0, Pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task Leases_OfManyTasksAtOnce_KeepTheirDocumentsApart()
    {
        using var pool = new Utf8JsonWriterPool();
        await Task.WhenAll(Enumerable.Range(0, 16).Select(task => Task.Run(async () =>
        {
            for (int i = 0; i < 20; i++)
            {
                var target = new AsyncOnlyStream { Hops = i % 4 == 0 };
                var cancelled = new AsyncOnlyStream { StallAt = 1 };
                using var cancellation = new CancellationTokenSource();
                await using PooledAsyncUtf8JsonWriter lost = pool.RentAsyncWriter(cancelled);
                lost.Writer.WriteNumberValue(task);
                Task<bool> stalled = lost.FlushAsync(cancellation.Token).AsTask();
                await using (PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(target, default, drainThreshold: 100))
                {
                    lease.Writer.WriteStartArray();
                    for (int j = 0; j < 100; j++)
                    {
                        lease.Writer.WriteNumberValue(task * 1000 + j);
                        Assert.True(await lease.DrainIfNeededAsync());
                    }

                    lease.Writer.WriteEndArray();
                }

                Assert.Equal("[" + string.Join(",", Enumerable.Range(task * 1000, 100)) + "]", Encoding.UTF8.GetString(target.Content));
                cancellation.Cancel();
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stalled);
            }
        })));

        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task Encoder_ThrowingAtAnyCall_LeavesPoolAndWriterSound()
    {
        string text = Repeat("abc<", 20_000);
        for (int k = 1; k <= 20; k++)
        {
            var encoder = new ThrowingEncoder { ThrowAt = k };
            var target = new AsyncOnlyStream();
            await Assert.ThrowsAsync<InjectedFaultException>(async () =>
            {
                await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target, new JsonWriterOptions { Encoder = encoder },
                    drainThreshold: 4096);
                await lease.WriteStringChunkedAsync(text.AsMemory());
            });

            Assert.Equal(0, Pool.GetStatistics().InUse);
            AssertSound();
        }
    }

    private static void WriteLines(Utf8JsonWriter writer, Action nextDocument)
    {
        writer.WriteStartObject();
        writer.WriteNumber("a", 1);
        writer.WriteEndObject();
        nextDocument();
        writer.WriteStartArray();
        writer.WriteEndArray();
        writer.Flush();
        nextDocument();
        writer.WriteStringValue("x");
        nextDocument();
        writer.WriteNumberValue(1);
        nextDocument();
        writer.WriteNullValue();
        nextDocument();
    }
}
