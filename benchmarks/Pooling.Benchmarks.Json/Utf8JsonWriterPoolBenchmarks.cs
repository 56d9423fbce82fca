namespace Pooling.Benchmarks.Json;

/// <summary>One document at a time into memory: written, copied from there, forgotten. Nothing is cleared.</summary>
public class Utf8JsonWriterPoolBenchmarks
{
    private readonly Utf8JsonWriterPool _pool = new();
    private readonly byte[] _copy = new byte[16 * 1024];
    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Utf8JsonWriter _writer;

    public Utf8JsonWriterPoolBenchmarks() => _writer = new Utf8JsonWriter(_buffer);

    [Params(23, 145, 850, 8500)]
    public int Bytes { get; set; }

    [GlobalCleanup]
    public void Cleanup() => _pool.Dispose();

    [Benchmark(Baseline = true), Row("POOL-json-*", Role.Before)]
    public ReadOnlyMemory<byte> New()
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer))
            Document.Write(writer, Bytes);

        return Copy(buffer.WrittenSpan);
    }

    [Benchmark, Row("POOL-json-*", Role.Peer, "one writer and one buffer reused by hand")]
    public ReadOnlyMemory<byte> ByHand()
    {
        _buffer.ResetWrittenCount();
        _writer.Reset();
        Document.Write(_writer, Bytes);
        _writer.Flush();
        return Copy(_buffer.WrittenSpan);
    }

    [Benchmark, Row("POOL-json-*", Role.Ours)]
    public ReadOnlyMemory<byte> Leased()
    {
        using PooledUtf8JsonWriter lease = _pool.Rent();
        Document.Write(lease.Writer, Bytes);
        return Copy(lease.WrittenSpan);
    }

    private ReadOnlyMemory<byte> Copy(ReadOnlySpan<byte> document)
    {
        document.CopyTo(_copy);
        return _copy.AsMemory(0, document.Length);
    }
}
