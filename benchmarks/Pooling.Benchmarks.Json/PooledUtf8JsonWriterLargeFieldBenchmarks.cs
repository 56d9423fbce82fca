namespace Pooling.Benchmarks.Json;

/// <summary>30 customers with a text of 1 MB and 1 MB of bytes each, to a stream that keeps what it gets.</summary>
public class PooledUtf8JsonWriterLargeFieldBenchmarks : CustomerBenchmarks
{
    private const int Customers = 30;
    private const int Megabyte = 1024 * 1024;

    private readonly string _text = string.Concat(Enumerable.Repeat("abcdefghijklmnop", Megabyte / 16));
    private readonly byte[] _bytes = new byte[Megabyte];

    public PooledUtf8JsonWriterLargeFieldBenchmarks() => new Random(5).NextBytes(_bytes);

    [Benchmark(Baseline = true), Row("ODATA-large-fields", Role.Before)]
    public ReadOnlyMemory<byte> Direct()
    {
        using (var json = new Utf8JsonWriter(Empty()))
            WriteCustomers(json, json.Flush);

        return Written();
    }

    [Benchmark, Row("ODATA-large-fields", Role.Published)]
    public ReadOnlyMemory<byte> ArrayPool()
    {
        MemoryStream stream = Empty();
        using (var buffer = new PublishedArrayPoolWriter(16 * 1024, isCleared: true))
        using (var json = new Utf8JsonWriter(buffer))
        {
            WriteCustomers(json, () =>
            {
                json.Flush();
                buffer.MoveTo(stream);
            });
        }

        return Written();
    }

    [Benchmark, Row("ODATA-large-fields", Role.Ours)]
    public ReadOnlyMemory<byte> Leased()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(Empty()))
            WriteCustomers(lease.Writer);

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

    private void WriteCustomers(Utf8JsonWriter json, Action? flush = null)
    {
        json.WriteStartArray();
        for (int id = 1; id <= Customers; id++)
        {
            json.WriteStartObject();
            json.WriteNumber("Id"u8, id);
            json.WriteString("Text"u8, _text);
            json.WriteBase64String("Bytes"u8, _bytes);
            json.WriteEndObject();
            flush?.Invoke();
        }

        json.WriteEndArray();
        flush?.Invoke();
    }
}
