using System.Text.Json;

namespace Pooling.Json;

/// <content>Tests values in parts that fail in the middle.</content>
public sealed partial class PooledUtf8JsonWriterTests
{
    [Fact]
    public void Chunks_WhereNoValueMayStand_ThrowAndWriteNothing()
    {
        string text = Repeat("x", 10_000);
        byte[] bytes = new byte[20_000];
        using PooledUtf8JsonWriter lease = Pool.Rent();
        lease.Writer.WriteStartObject();

        Assert.Throws<InvalidOperationException>(() => lease.WriteStringChunked(text.AsSpan()));
        Assert.Throws<InvalidOperationException>(() => lease.WriteStringChunked(Sequence(bytes, 100)));
        Assert.Throws<InvalidOperationException>(() => lease.WriteBase64Chunked(bytes));
        Assert.Throws<InvalidOperationException>(() => lease.WriteBase64Chunked(new MemoryStream(bytes)));
        lease.Writer.WriteEndObject();
        Assert.Equal("{}", TextOf(lease));
    }

    [Fact]
    public void WriteBase64Chunked_OfABadSource_ThrowsAndWritesNothing()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        lease.Writer.WriteStartArray();
        var closed = new MemoryStream();
        closed.Dispose();

        Assert.Equal("value", Assert.Throws<ArgumentException>(() => lease.WriteBase64Chunked(closed)).ParamName);
        Assert.Equal("value", Assert.Throws<ArgumentNullException>(() => lease.WriteBase64Chunked((Stream)null!)).ParamName);
        lease.Writer.WriteEndArray();
        Assert.Equal("[]", TextOf(lease));
        Assert.Equal(1, Arrays.TotalRented);
    }

    [Fact]
    public void WriteBase64Chunked_OfASourceThatThrowsAtAnyRead_LosesTheDocumentOnly()
    {
        for (int k = 1; k <= 6; k++)
        {
            var source = new SourceStream(new byte[30_000], 6000) { ThrowAt = k };
            PooledUtf8JsonWriter lease = Pool.Rent();
            Assert.Throws<InjectedFaultException>(() => lease.WriteBase64Chunked(source));

            Assert.Throws<InvalidOperationException>(lease.NextDocument);
            Assert.Throws<InvalidOperationException>(lease.Flush);
            lease.Dispose();
            AssertSound();
        }
    }

    /// <summary>Checks that the data drained before, and the data remaining in the buffer, end with a whole
    /// document.</summary>
    [Theory]
    [InlineData(10)]
    [InlineData(5_000)]
    public void Dispose_AfterASourceThrew_SendsTheDocumentsBefore(int count)
    {
        var stream = new RecordingStream();
        var buffers = new RecordingBufferWriter(offer: 1_000);
        WriteAndFail(Pool.Rent(stream), count);
        WriteAndFail(Pool.Rent(buffers), count);

        byte[] line = [.. Expected(count), (byte)'\n'];
        Assert.Equal([.. line, .. line, .. line], stream.Content);
        Assert.Equal(stream.Content, buffers.Content);
    }

    /// <summary>Checks that what is lost was decided when the source threw.</summary>
    [Theory]
    [InlineData(10)]
    [InlineData(5_000)]
    public void Dispose_AfterASourceThrewAndTheWriterWasChanged_SendsTheDocumentsBefore(int count)
    {
        byte[] line = [.. Expected(count), (byte)'\n'];
        var elsewhere = new RecordingBufferWriter(offer: 1_000);
        Action<Utf8JsonWriter>[] changes =
        [
            static writer => writer.Reset(),
            static writer => writer.Dispose(),
            writer =>
            {
                writer.Reset(elsewhere);
                writer.WriteStringValue("a value of some length");
            },
        ];
        foreach (Action<Utf8JsonWriter> change in changes)
        {
            var stream = new RecordingStream();
            WriteAndFail(Pool.Rent(stream), count, change);
            Assert.Equal([.. line, .. line, .. line], stream.Content);
        }
    }

    private void WriteAndFail(PooledUtf8JsonWriter lease, int count, Action<Utf8JsonWriter>? change = null)
    {
        for (int i = 0; i < 3; i++)
        {
            WriteNumbers(lease.Writer, count);
            lease.NextDocument();
        }

        lease.Writer.WriteStartArray();
        var source = new SourceStream(new byte[3_000], 1_000) { ThrowAt = 2 };
        Assert.Throws<InjectedFaultException>(() => lease.WriteBase64Chunked(source));
        Assert.Throws<InvalidOperationException>(lease.Flush);
        change?.Invoke(lease.Writer);
        lease.Dispose();
        AssertSound();
    }

    [Fact]
    public void WriteBase64Chunked_OfASourceThatEndsTheLease_ReachesNobodyElse()
    {
        PooledUtf8JsonWriter lease = Pool.Rent();
        PooledUtf8JsonWriter next = default;
        var source = new SourceStream(new byte[30_000], 6000)
        {
            OnRead = () =>
            {
                lease.Dispose();
                if (next == default)
                    next = Pool.Rent();
            },
        };

        Assert.Throws<ObjectDisposedException>(() => lease.WriteBase64Chunked(source));
        next.Writer.WriteNumberValue(1);
        Assert.Equal("1", TextOf(next));
        next.Dispose();
        AssertSound();
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
                using PooledUtf8JsonWriter lease = Pool.Rent(target, default, drainThreshold: 4096);
                lease.WriteStringChunked(text.AsSpan());
            });

            Assert.Equal(k, target.Writes.Count);
            AssertSound();
        }
    }
}
