using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>30 customers with a text of 1 MB and 1 MB of bytes each, to a stream that keeps what it gets.</summary>
public class PooledUtf8JsonWriterLargeFieldBenchmarks : CustomerBenchmarks
{
    private const int Customers = 30;
    private const int Megabyte = 1024 * 1024;

    private readonly string _text = string.Concat(Enumerable.Repeat("abcdefghijklmnopqrstuvwxyz", Megabyte / 26));
    private readonly byte[] _bytes = new byte[Megabyte];

    public PooledUtf8JsonWriterLargeFieldBenchmarks() => new Random(5).NextBytes(_bytes);

    [Benchmark(Baseline = true), Row("ODATA-large-fields", Role.Before)]
    public ReadOnlyMemory<byte> Direct()
    {
        using (var json = new Utf8JsonWriter(Empty()))
        {
            json.WriteStartArray();
            for (int id = 1; id <= Customers; id++)
            {
                WriteCustomer(json, id);
                json.Flush();
            }

            json.WriteEndArray();
        }

        return Written();
    }

    [Benchmark, Row("ODATA-large-fields", Role.Published)]
    public ReadOnlyMemory<byte> ArrayPool()
    {
        MemoryStream stream = Empty();
        using (var buffer = new PublishedArrayPoolWriter(16 * 1024, isCleared: true))
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartArray();
            for (int id = 1; id <= Customers; id++)
            {
                WriteCustomer(json, id);
                json.Flush();
                buffer.MoveTo(stream);
            }

            json.WriteEndArray();
            json.Flush();
            buffer.MoveTo(stream);
        }

        return Written();
    }

    [Benchmark, Row("ODATA-large-fields", Role.Ours)]
    public ReadOnlyMemory<byte> Leased()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(Empty()))
        {
            lease.Writer.WriteStartArray();
            for (int id = 1; id <= Customers; id++)
                WriteCustomer(lease.Writer, id);

            lease.Writer.WriteEndArray();
        }

        return Written();
    }

    [Benchmark, Row("ODATA-large-fields", Role.Ours)]
    public ReadOnlyMemory<byte> LeasedInPieces()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(Empty()))
        {
            Utf8JsonWriter json = lease.Writer;
            json.WriteStartArray();
            for (int id = 1; id <= Customers; id++)
            {
                json.WriteStartObject();
                json.WriteNumber("Id"u8, id);
                lease.WriteStringChunked("Text", _text);
                lease.WriteBase64Chunked("Bytes", _bytes);
                json.WriteEndObject();
            }

            json.WriteEndArray();
        }

        return Written();
    }

    private void WriteCustomer(Utf8JsonWriter json, int id)
    {
        json.WriteStartObject();
        json.WriteNumber("Id"u8, id);
        json.WriteString("Text"u8, _text);
        json.WriteBase64String("Bytes"u8, _bytes);
        json.WriteEndObject();
    }
}
