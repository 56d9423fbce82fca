using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>30 customers with a text of 1 MB and 1 MB of bytes each, to a stream that keeps what it gets.</summary>
public class PooledUtf8JsonWriterLargeFieldBenchmarks
{
    private const int Customers = 30;
    private const int Megabyte = 1024 * 1024;

    private readonly string _text = string.Create(Megabyte, 0, static (text, _) =>
    {
        for (int i = 0; i < text.Length; i++)
            text[i] = (char)('a' + i % 26);
    });
    private readonly byte[] _bytes = new byte[Megabyte];
    private readonly Utf8JsonWriterPool _pool = new();
    private readonly MemoryStream _stream = new(Customers * 3 * Megabyte);

    public PooledUtf8JsonWriterLargeFieldBenchmarks() => new Random(5).NextBytes(_bytes);

    [GlobalCleanup]
    public void Cleanup() => _pool.Dispose();

    [Benchmark(Baseline = true)]
    [Row("ODATA-large-fields", Role.Before)]
    public ReadOnlyMemory<byte> Direct()
    {
        _stream.SetLength(0);
        using (var writer = new Utf8JsonWriter(_stream))
        {
            CustomerWriter.WriteStart(writer);
            for (int id = 1; id <= Customers; id++)
            {
                WriteCustomer(writer, id);
                writer.Flush();
            }

            CustomerWriter.WriteEnd(writer);
        }

        return Written();
    }

    [Benchmark]
    [Row("ODATA-large-fields", Role.Published)]
    public ReadOnlyMemory<byte> ArrayPool()
    {
        _stream.SetLength(0);
        using (var buffer = new PublishedArrayPoolWriter(16 * 1024))
        using (var writer = new Utf8JsonWriter(buffer))
        {
            CustomerWriter.WriteStart(writer);
            for (int id = 1; id <= Customers; id++)
            {
                WriteCustomer(writer, id);
                writer.Flush();
                buffer.CopyTo(_stream);
            }

            CustomerWriter.WriteEnd(writer);
            writer.Flush();
            buffer.CopyTo(_stream);
        }

        return Written();
    }

    [Benchmark]
    [Row("ODATA-large-fields", Role.Ours)]
    public ReadOnlyMemory<byte> Leased()
    {
        _stream.SetLength(0);
        using (PooledUtf8JsonWriter lease = _pool.Rent(_stream))
        {
            Utf8JsonWriter writer = lease.Writer;
            CustomerWriter.WriteStart(writer);
            for (int id = 1; id <= Customers; id++)
                WriteCustomer(writer, id);

            CustomerWriter.WriteEnd(writer);
        }

        return Written();
    }

    [Benchmark]
    [Row("ODATA-large-fields", Role.Ours)]
    public ReadOnlyMemory<byte> LeasedInPieces()
    {
        _stream.SetLength(0);
        using (PooledUtf8JsonWriter lease = _pool.Rent(_stream))
        {
            Utf8JsonWriter writer = lease.Writer;
            CustomerWriter.WriteStart(writer);
            for (int id = 1; id <= Customers; id++)
            {
                writer.WriteStartObject();
                writer.WriteNumber("Id"u8, id);
                lease.WriteStringChunked("Text", _text);
                lease.WriteBase64Chunked("Bytes", _bytes);
                writer.WriteEndObject();
            }

            CustomerWriter.WriteEnd(writer);
        }

        return Written();
    }

    private void WriteCustomer(Utf8JsonWriter writer, int id)
    {
        writer.WriteStartObject();
        writer.WriteNumber("Id"u8, id);
        writer.WriteString("Text"u8, _text);
        writer.WriteBase64String("Bytes"u8, _bytes);
        writer.WriteEndObject();
    }

    private ReadOnlyMemory<byte> Written() => _stream.GetBuffer().AsMemory(0, (int)_stream.Length);
}
