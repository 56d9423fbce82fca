using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <content>5,000 lines of a document each, and one value of 1 MB.</content>
public partial class PooledUtf8JsonWriterBenchmarks
{
    private readonly string _text = string.Concat(Enumerable.Repeat("A wizard is never late; ", 43_691));
    private readonly byte[] _bytes = new byte[1024 * 1024];

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("lines")]
    [Row("POOL-json-lines", Role.Before)]
    public ReadOnlyMemory<byte> LinesNew()
    {
        _stream.SetLength(0);
        foreach (Customer customer in _page.Value)
        {
            using (var writer = new Utf8JsonWriter(_stream))
                CustomerWriter.WriteCustomer(writer, customer);

            _stream.WriteByte((byte)'\n');
        }

        return Written();
    }

    [Benchmark]
    [BenchmarkCategory("lines")]
    [Row("POOL-json-lines", Role.Peer, "one writer, reset by hand")]
    public ReadOnlyMemory<byte> LinesByHand()
    {
        _stream.SetLength(0);
        using var writer = new Utf8JsonWriter(_stream);
        foreach (Customer customer in _page.Value)
        {
            CustomerWriter.WriteCustomer(writer, customer);
            writer.Flush();
            writer.Reset();
            _stream.WriteByte((byte)'\n');
        }

        return Written();
    }

    [Benchmark]
    [BenchmarkCategory("lines")]
    [Row("POOL-json-lines", Role.Ours)]
    public ReadOnlyMemory<byte> LinesLeased()
    {
        _stream.SetLength(0);
        using (PooledUtf8JsonWriter lease = _pool.Rent(_stream))
        {
            foreach (Customer customer in _page.Value)
            {
                CustomerWriter.WriteCustomer(lease.Writer, customer);
                lease.NextDocument();
            }
        }

        return Written();
    }

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("string of 1 MB")]
    [Row("POOL-json-string-1MB", Role.Before)]
    public ReadOnlyMemory<byte> StringWhole()
    {
        _stream.SetLength(0);
        using (var writer = new Utf8JsonWriter(_stream))
            writer.WriteStringValue(_text);

        return Written();
    }

    [Benchmark]
    [BenchmarkCategory("string of 1 MB")]
    [Row("POOL-json-string-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> StringInPieces()
    {
        _stream.SetLength(0);
        using (PooledUtf8JsonWriter lease = _pool.Rent(_stream))
            lease.WriteStringChunked(_text.AsSpan());

        return Written();
    }

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("base 64 of 1 MB")]
    [Row("POOL-json-base64-1MB", Role.Before)]
    public ReadOnlyMemory<byte> Base64Whole()
    {
        _stream.SetLength(0);
        using (var writer = new Utf8JsonWriter(_stream))
            writer.WriteBase64StringValue(_bytes);

        return Written();
    }

    [Benchmark]
    [BenchmarkCategory("base 64 of 1 MB")]
    [Row("POOL-json-base64-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> Base64InPieces()
    {
        _stream.SetLength(0);
        using (PooledUtf8JsonWriter lease = _pool.Rent(_stream))
            lease.WriteBase64Chunked(_bytes);

        return Written();
    }
}
