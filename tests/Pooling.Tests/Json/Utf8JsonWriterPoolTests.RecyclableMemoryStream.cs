using System.Text;
using System.Text.Json;
using Microsoft.IO;

namespace Pooling.Json;

/// <summary>Tests documents into a stream of blocks that is also a buffer writer.</summary>
public sealed partial class Utf8JsonWriterPoolTests
{
    private static readonly RecyclableMemoryStreamManager s_streams = new(new RecyclableMemoryStreamManager.Options { BlockSize = 1024 });

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5_000)]
    public void Rent_ARecyclableMemoryStream_BindsToTheStreamAndWritesAll(int items)
    {
        using var pool = new Utf8JsonWriterPool();
        using RecyclableMemoryStream stream = s_streams.GetStream();
        using (PooledUtf8JsonWriter lease = pool.Rent(stream, drainThreshold: 700))
            WriteNumbers(lease.Writer, items);

        Assert.Equal(Numbers(items), Encoding.UTF8.GetString(stream.ToArray()));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5_000)]
    public void Rent_ARecyclableMemoryStreamAsABufferWriter_WritesAll(int items)
    {
        using var pool = new Utf8JsonWriterPool();
        using RecyclableMemoryStream stream = s_streams.GetStream();
        using (PooledUtf8JsonWriter lease = pool.Rent((System.Buffers.IBufferWriter<byte>)stream, drainThreshold: 700))
            WriteNumbers(lease.Writer, items);

        Assert.Equal(Numbers(items), Encoding.UTF8.GetString(stream.ToArray()));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(5_000)]
    public async Task RentAsyncWriter_ARecyclableMemoryStream_WritesAll(int items)
    {
        using var pool = new Utf8JsonWriterPool();
        using RecyclableMemoryStream stream = s_streams.GetStream();
        await using (PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(stream, drainThreshold: 700))
        {
            lease.Writer.WriteStartArray();
            for (int i = 0; i < items; i++)
            {
                lease.Writer.WriteNumberValue(i);
                await lease.DrainIfNeededAsync();
            }

            lease.Writer.WriteEndArray();
        }

        Assert.Equal(Numbers(items), Encoding.UTF8.GetString(stream.ToArray()));
    }

    private static void WriteNumbers(Utf8JsonWriter writer, int items)
    {
        writer.WriteStartArray();
        for (int i = 0; i < items; i++)
            writer.WriteNumberValue(i);

        writer.WriteEndArray();
    }

    private static string Numbers(int items) => $"[{string.Join(',', Enumerable.Range(0, items))}]";
}
