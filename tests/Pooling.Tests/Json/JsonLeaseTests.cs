using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using Pooling.Doubles;

namespace Pooling.Json;

/// <summary>Provides a pool whose arrays contain invalid JSON, and the common checks of the tests of both leases.</summary>
public abstract class JsonLeaseTests : IDisposable
{
    private protected JsonLeaseTests() => Pool = new Utf8JsonWriterPool(arrayPool: Arrays);

    private protected CountingArrayPool<byte> Arrays { get; } = SpoiledArrays.Create();

    protected Utf8JsonWriterPool Pool { get; }

    public void Dispose()
    {
        Pool.Dispose();
        Assert.Empty(Arrays.Errors);
    }

    /// <summary>Asserts that the pool rents out only valid writers, however many are requested, and keeps no more arrays than idle
    /// writers.</summary>
    protected void AssertSound(int lostArrays = 0)
    {
        using PooledUtf8JsonWriter one = Pool.Rent();
        using PooledUtf8JsonWriter two = Pool.Rent();
        one.Writer.WriteStringValue("one");
        two.Writer.WriteStringValue("two");
        Assert.NotSame(one.Writer, two.Writer);
        Assert.Equal("\"one\"", TextOf(one));
        Assert.Equal("\"two\"", TextOf(two));
        Assert.Equal(2, Pool.GetStatistics().InUse);
        Assert.InRange(Arrays.InUse - lostArrays, 2, (int)Pool.GetStatistics().Retained + 2);
    }

    protected static string TextOf(PooledUtf8JsonWriter lease) => Encoding.UTF8.GetString(lease.WrittenSpan.ToArray());

    protected static void WriteNumbers(Utf8JsonWriter writer, int count)
    {
        writer.WriteStartArray();
        for (int i = 0; i < count; i++)
            writer.WriteNumberValue(i);

        writer.WriteEndArray();
    }

    protected static async Task WriteNumbersAsync(PooledAsyncUtf8JsonWriter lease, int count)
    {
        lease.Writer.WriteStartArray();
        for (int i = 0; i < count; i++)
        {
            lease.Writer.WriteNumberValue(i);
            Assert.True(await lease.DrainIfNeededAsync());
        }

        lease.Writer.WriteEndArray();
    }

    protected static byte[] Expected(int count) => Encoding.UTF8.GetBytes(JsonSerializer.Serialize(Enumerable.Range(0, count)));

    protected static async Task<byte[]> ReadAllAsync(PipeReader reader)
    {
        using var content = new MemoryStream();
        while (true)
        {
            ReadResult read = await reader.ReadAsync();
            byte[] bytes = read.Buffer.ToArray();
            content.Write(bytes, 0, bytes.Length);
            reader.AdvanceTo(read.Buffer.End);
            if (read.IsCompleted)
                return content.ToArray();
        }
    }

    protected static string Repeat(string alphabet, int length)
    {
        var text = new StringBuilder(length + alphabet.Length);
        while (text.Length < length)
            text.Append(alphabet);

        text.Length = length;
        return text.ToString();
    }

    protected static ReadOnlySequence<byte> Sequence(byte[] bytes, int segmentLength)
    {
        if (bytes.Length <= segmentLength)
            return new ReadOnlySequence<byte>(bytes);

        var first = new SequenceSegment(default, null); // an empty one, as sequences may have
        SequenceSegment last = first;
        for (int start = 0; start < bytes.Length; start += segmentLength)
            last = new SequenceSegment(bytes.AsMemory(start, Math.Min(segmentLength, bytes.Length - start)), last);

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }
}
