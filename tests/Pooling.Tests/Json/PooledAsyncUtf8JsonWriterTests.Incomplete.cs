using System.Text;
using System.Text.Json;
using Pooling.Buffers;

namespace Pooling.Json;

/// <content>Tests documents that are not complete when their lease is disposed.</content>
public sealed partial class PooledAsyncUtf8JsonWriterTests
{
    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public async Task DisposeAsync_OfAnIncompleteDocumentThatWasNotDrained_UsesNoTarget(bool validates, bool toPipe)
    {
        var options = new JsonWriterOptions { SkipValidation = !validates };
        var stream = new AsyncOnlyStream();
        var pipe = new UntouchedPipeWriter();
        await Assert.ThrowsAsync<InjectedFaultException>(async () =>
        {
            await using PooledAsyncUtf8JsonWriter lease =
                toPipe ? Pool.RentAsyncWriter(pipe, options) : Pool.RentAsyncWriter(stream, options);
            lease.Writer.WriteStartObject();
            lease.Writer.WriteString("a", new string('x', 10_000)); // more than one growth
            lease.Writer.WritePropertyName("b");
            Assert.True(await lease.DrainIfNeededAsync());
            throw new InjectedFaultException("between writes");
        });

        Assert.Empty(stream.Writes);
        Assert.Equal(0, stream.Flushes);
        Assert.Equal(0, pipe.Calls);
        Assert.Equal(1, Pool.GetStatistics().TotalReturned);
        Assert.Equal(0, Pool.GetStatistics().TotalDropped);
        AssertSound();
    }

    [Fact]
    public async Task DisposeAsync_OfAnIncompleteDocumentThatWasDrainedInPart_SendsTheRest()
    {
        var target = new AsyncOnlyStream();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            lease.Writer.WriteStartArray();
            Assert.True(await lease.FlushAsync());
            lease.Writer.WriteNumberValue(1);
        }

        Assert.Equal("[1"u8.ToArray(), target.Content);
    }

    [Theory]
    [InlineData("1")]
    [InlineData("\"text\"")]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("[1]")]
    public async Task DisposeAsync_OfACompleteDocument_SendsIt(string document)
    {
        foreach (bool validates in new[] { true, false })
        {
            var target = new AsyncOnlyStream();
            await using (PooledAsyncUtf8JsonWriter lease =
                Pool.RentAsyncWriter(target, new JsonWriterOptions { SkipValidation = !validates }))
            {
                using JsonDocument parsed = JsonDocument.Parse(document);
                parsed.RootElement.WriteTo(lease.Writer);
            }

            Assert.Equal(document, Encoding.UTF8.GetString(target.Content));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task DisposeAsync_OfAnEmptyLease_UsesNoTarget(bool resets)
    {
        var pipe = new UntouchedPipeWriter();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe))
        {
            if (resets)
            {
                lease.Writer.WriteStartArray();
                lease.Writer.Reset();
            }
        }

        Assert.Equal(0, pipe.Calls);
    }

    /// <summary>Checks that the data drained before, and the data remaining in the buffer, end with a whole document.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task DisposeAsync_OfSeveralDocumentsWhoseLastIsIncomplete_SendsTheOthers(bool drains)
    {
        var target = new AsyncOnlyStream();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target);
        for (int i = 0; i < 3; i++)
        {
            WriteNumbers(lease.Writer, 1_000 * i);
            lease.NextDocument();
            if (drains)
                Assert.True(await lease.FlushAsync());
        }

        lease.Writer.WriteStartArray();
        lease.Writer.WriteStringValue(new string('x', 5_000));
        lease.Writer.WriteNumberValue(1);
        await lease.DisposeAsync();

        byte[] expected = [.. Expected(0), (byte)'\n', .. Expected(1_000), (byte)'\n', .. Expected(2_000), (byte)'\n'];
        Assert.Equal(expected, target.Content);
        AssertSound();
    }

    [Fact]
    public async Task DisposeAsync_AfterTheSourceOfARootValueThrew_SendsNothing()
    {
        var pipe = new UntouchedPipeWriter();
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe);
        var source = new SourceStream(new byte[1_000], 100) { ThrowAt = 5 };
        await Assert.ThrowsAsync<InjectedFaultException>(async () => await lease.WriteBase64ChunkedAsync(source));
        Assert.Equal(0, lease.Writer.CurrentDepth);
        await lease.DisposeAsync();

        Assert.Equal(0, pipe.Calls);
        AssertSound();
    }

    [Fact]
    public async Task DisposeAsync_AfterTheBufferCouldNotGrow_SendsWholeDocumentsOnly()
    {
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { MaxCapacity = 10_000 });
        var target = new AsyncOnlyStream();
        PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(target);
        WriteNumbers(lease.Writer, 3);
        lease.NextDocument();
        lease.Writer.WriteStartArray();
        Assert.Throws<BufferCapacityExceededException>(() => lease.Writer.WriteStringValue(new string('x', 10_000)));
        await lease.DisposeAsync();

        Assert.Equal("[0,1,2]\n"u8.ToArray(), target.Content);
    }
}
