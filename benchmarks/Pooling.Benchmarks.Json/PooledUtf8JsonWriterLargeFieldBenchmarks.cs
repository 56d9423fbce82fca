namespace Pooling.Benchmarks.Json;

/// <summary>30 customers with a text of 1 MB and 1 MB of bytes each, to a stream that keeps what it gets.</summary>
public class PooledUtf8JsonWriterLargeFieldBenchmarks : CustomerBenchmarks
{
    private readonly string _text = string.Concat(Enumerable.Repeat("abcdefghijklmnop", 64 * 1024));
    private readonly byte[] _bytes = new byte[1024 * 1024];

    public PooledUtf8JsonWriterLargeFieldBenchmarks() => new Random(5).NextBytes(_bytes);

    [Benchmark(Baseline = true), Row("ODATA-large-fields", Role.Before)]
    public ReadOnlyMemory<byte> Direct()
    {
        using (var json = new Utf8JsonWriter(Empty()))
            WriteCustomers(json, () => WriteFields(json), json.Flush);

        return Written();
    }

    [Benchmark, Row("ODATA-large-fields", Role.Published)]
    public ReadOnlyMemory<byte> ArrayPool()
    {
        MemoryStream stream = Empty();
        using (var buffer = new PublishedArrayPoolWriter(isCleared: true))
        using (var json = new Utf8JsonWriter(buffer))
        {
            WriteCustomers(json, () => WriteFields(json), () =>
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
            WriteCustomers(lease.Writer, () => WriteFields(lease.Writer));

        return Written();
    }

    [Benchmark, Row("ODATA-large-fields", Role.Ours)]
    public ReadOnlyMemory<byte> LeasedInPieces()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(Empty()))
        {
            WriteCustomers(lease.Writer, () =>
            {
                lease.WriteStringChunked("Text", _text);
                lease.WriteBase64Chunked("Bytes", _bytes);
            });
        }

        return Written();
    }

    private void WriteFields(Utf8JsonWriter json)
    {
        json.WriteString("Text"u8, _text);
        json.WriteBase64String("Bytes"u8, _bytes);
    }

    private static void WriteCustomers(Utf8JsonWriter json, Action writeFields, Action? flush = null)
    {
        json.WriteStartArray();
        for (int id = 1; id <= 30; id++)
        {
            json.WriteStartObject();
            json.WriteNumber("Id"u8, id);
            writeFields();
            json.WriteEndObject();
            flush?.Invoke();
        }

        json.WriteEndArray();
        flush?.Invoke();
    }
}
