using System.Buffers;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>One document at a time into memory: written, read, forgotten.</summary>
public partial class Utf8JsonWriterPoolBenchmarks
{
    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Utf8JsonWriterPool _pool = new();
    private readonly byte[] _kept = new byte[16 * 1024];
    private readonly Utf8JsonWriter _writer;

    public Utf8JsonWriterPoolBenchmarks() => _writer = new Utf8JsonWriter(_buffer);

    [GlobalCleanup]
    public void Cleanup() => _pool.Dispose();

    // The bytes of the last document outlive its buffer, to be compared.
    private ReadOnlyMemory<byte> Keep(ReadOnlySpan<byte> document)
    {
        document.CopyTo(_kept);
        return _kept.AsMemory(0, document.Length);
    }
}
