using System.IO.Pipelines;
using System.Text.Json;

namespace Pooling.Json;

/// <content>Tests 100 MB through one lease, with any code that writes. It needs only a few rented arrays.</content>
public sealed partial class PooledUtf8JsonWriterTests
{
    private const int LargeLength = 100_000_000;
    private const int MaxRented = 64 * 1024;

    [Fact]
    public void Stream_Of100Megabytes_HoldsLessThan64Kilobytes()
    {
        var target = new LengthStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(target))
        {
            lease.Writer.WriteStartArray();
            while (target.Written < LargeLength)
                WriteRecord(lease.Writer);

            lease.Writer.WriteEndArray();
            Assert.InRange(Arrays.InUseLength, 1, Utf8JsonWriterPoolOptions.DefaultMaxRetainedCapacity);
        }

        AssertStreamed(target.Written, target.Longest);
    }

    [Fact]
    public async Task AsyncStream_Of100Megabytes_HoldsLessThan64Kilobytes()
    {
        var target = new LengthStream();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            lease.Writer.WriteStartArray();
            while (target.Written < LargeLength)
            {
                WriteRecord(lease.Writer);
                await lease.DrainIfNeededAsync();
            }

            lease.Writer.WriteEndArray();
            Assert.InRange(Arrays.InUseLength, 1, Utf8JsonWriterPoolOptions.DefaultMaxRetainedCapacity);
        }

        AssertStreamed(target.Written, target.Longest);
    }

    [Fact]
    public async Task Pipe_Of100Megabytes_HoldsLessThan64Kilobytes()
    {
        var target = new LengthStream();
        PipeWriter pipe = PipeWriter.Create(target, new StreamPipeWriterOptions(leaveOpen: true));
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe))
        {
            lease.Writer.WriteStartArray();
            while (target.Written < LargeLength)
            {
                WriteRecord(lease.Writer);
                await lease.DrainIfNeededAsync();
            }

            lease.Writer.WriteEndArray();
        }

        await pipe.CompleteAsync();
        AssertStreamed(target.Written, target.Longest);
    }

    [Fact]
    public void Serializer_Of100Megabytes_HoldsLessThan64Kilobytes()
    {
        var target = new LengthStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(target, new JsonWriterOptions { SkipValidation = true }))
            JsonSerializer.Serialize(lease.Writer, Records());

        AssertStreamed(target.Written, target.Longest);

        IEnumerable<SerializedOrder> Records()
        {
            SerializedOrder order = SerializedOrder.Sample(1);
            while (target.Written < LargeLength)
                yield return order;
        }
    }

    [Fact]
    public async Task Chunks_Of100Megabytes_HoldLessThan64Kilobytes()
    {
        var target = new LengthStream();
        byte[] bytes = new byte[1_000_000];
        string text = new('x', 1_000_000);
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            lease.Writer.WriteStartArray();
            while (target.Written < LargeLength)
            {
                await lease.WriteStringChunkedAsync(text.AsMemory());
                await lease.WriteBase64ChunkedAsync(bytes);
            }

            lease.Writer.WriteEndArray();
        }

        AssertStreamed(target.Written, target.Longest);
    }

    private void AssertStreamed(long written, int longest)
    {
        Assert.InRange(written, LargeLength, LargeLength + 3_000_000);
        Assert.InRange(longest, 1, 2 * 16_384);
        Assert.InRange(Arrays.MaxInUseLength, 1, MaxRented - 1);
        Assert.InRange(Arrays.TotalRented, 1, 10);
        Assert.InRange(Arrays.InUseLength, 0, Utf8JsonWriterPoolOptions.DefaultMaxRetainedCapacity);
    }

    private static void WriteRecord(Utf8JsonWriter writer)
    {
        writer.WriteStartObject();
        writer.WriteNumber("Id"u8, 12345);
        writer.WriteString("Name"u8,
            "a customer whose name is of some length, as names in records are, so that few calls make many bytes"u8);
        writer.WriteString("Text"u8, LongText);
        writer.WriteEndObject();
    }

    private static ReadOnlySpan<byte> LongText =>
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. "u8
            + "Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat."u8;
}
