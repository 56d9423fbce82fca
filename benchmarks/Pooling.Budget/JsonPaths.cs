using System.Buffers;
using System.Text.Json;
using Pooling.Json;

namespace Pooling.Budget;

/// <summary>The hot paths of JSON writers.</summary>
internal static class JsonPaths
{
    private static long s_sum;

    internal static IReadOnlyList<HotPath> All { get; } =
    [
        new("Json: 23 B", static () => new(static () =>
        {
            using PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent();
            Write(json.Writer, 0);
            s_sum += json.WrittenSpan.Length;
        })),
        new("Json: 2.5 KB", static () => new(static () =>
        {
            using PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent();
            Write(json.Writer, 50);
            s_sum += json.WrittenSpan.Length;
        })),
        new("Json: to a buffer", static () =>
        {
            var target = new ArrayBufferWriter<byte>(1_024);
            return new(() =>
            {
                target.ResetWrittenCount();
                using PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent(target);
                Write(json.Writer, 1);
            });
        }),
        new("Json: to a stream", static () => new(static () =>
        {
            using PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent(Stream.Null);
            Write(json.Writer, 1);
        })),
        new("Json: to a stream, asynchronously", static () => new(static () =>
        {
            PooledAsyncUtf8JsonWriter json = Utf8JsonWriterPool.Shared.RentAsyncWriter(Stream.Null);
            Write(json.Writer, 1);
            json.DisposeAsync().GetAwaiter().GetResult();
        })),
    ];

    private static void Write(Utf8JsonWriter writer, int items)
    {
        writer.WriteStartObject();
        writer.WriteNumber("sequence"u8, 7);
        writer.WriteStartArray("items"u8);
        for (int i = 0; i < items; i++)
        {
            writer.WriteStartObject();
            writer.WriteNumber("id"u8, 1_000 + i);
            writer.WriteString("name"u8, "a name without escapes");
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
    }
}
