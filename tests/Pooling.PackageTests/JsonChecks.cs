using System.Text;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Json;

namespace Pooling.PackageTests;

/// <summary>Checks the JSON writers.</summary>
internal static class JsonChecks
{
    private const string Document = """{"name":"pump","values":[1,2,3]}""";

    internal static void Run(SelfCheck check)
    {
        check.Equal("a leased writer writes to its own buffer", Document, static () =>
        {
            using PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent();
            Write(json.Writer);
            return Encoding.UTF8.GetString(json.WrittenSpan.ToArray());
        });
        check.Equal("a leased writer writes to a buffer writer", Document, static () =>
        {
            using PooledArrayBufferWriter<byte> target = new();
            using (PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent(target))
                Write(json.Writer);

            return Encoding.UTF8.GetString(target.WrittenSpan.ToArray());
        });
        check.Equal("a leased writer writes to a stream", Document, static () =>
        {
            using MemoryStream target = new();
            using (PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent(target))
                Write(json.Writer);

            return Encoding.UTF8.GetString(target.ToArray());
        });
        check.That("a leased writer indents if asked", static () =>
        {
            using PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent(new JsonWriterOptions { Indented = true });
            Write(json.Writer);
            return json.WrittenCount > Document.Length;
        });
        check.Throws<ObjectDisposedException>("an ended lease gives no writer", static () =>
        {
            PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent();
            json.Dispose();
            _ = json.Writer;
        });
        check.AllocatesNothing("a writer is leased and used without allocating", static () =>
        {
            using PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent();
            Write(json.Writer);
        });
    }

    private static void Write(Utf8JsonWriter writer)
    {
        writer.WriteStartObject();
        writer.WriteString("name"u8, "pump"u8);
        writer.WriteStartArray("values"u8);
        for (int i = 1; i <= 3; i++)
            writer.WriteNumberValue(i);

        writer.WriteEndArray();
        writer.WriteEndObject();
    }
}
