using System.Buffers;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>One document at a time into memory: written, read, forgotten. Nothing is cleared.</summary>
/// <typeparam name="TDocument">The document.</typeparam>
[GenericTypeArguments(typeof(Document23))]
[GenericTypeArguments(typeof(Document145))]
[GenericTypeArguments(typeof(Document850))]
[GenericTypeArguments(typeof(Document8500))]
public class Utf8JsonWriterPoolBenchmarks<TDocument> where TDocument : struct, IDocument
{
    private const int Operations = 500;

    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Utf8JsonWriterPool _pool = new();
    private readonly byte[] _kept = new byte[16 * 1024];
    private readonly Utf8JsonWriter _writer;

    public Utf8JsonWriterPoolBenchmarks() => _writer = new Utf8JsonWriter(_buffer);

    [GlobalCleanup]
    public void Cleanup() => _pool.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-json-23B", Role.Before), Row("POOL-json-145B", Role.Before), Row("POOL-json-850B", Role.Before)]
    [Row("POOL-json-8500B", Role.Before)]
    public ReadOnlyMemory<byte> New()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations; i++)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using (var writer = new Utf8JsonWriter(buffer))
                TDocument.Write(writer);

            last = Read(buffer.WrittenSpan, i);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-json-23B", Role.Peer, "one writer and one buffer reused by hand")]
    [Row("POOL-json-145B", Role.Peer, "one writer and one buffer reused by hand")]
    [Row("POOL-json-850B", Role.Peer, "one writer and one buffer reused by hand")]
    [Row("POOL-json-8500B", Role.Peer, "one writer and one buffer reused by hand")]
    public ReadOnlyMemory<byte> ByHand()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations; i++)
        {
            _buffer.ResetWrittenCount();
            _writer.Reset();
            TDocument.Write(_writer);
            _writer.Flush();
            last = Read(_buffer.WrittenSpan, i);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-json-23B", Role.Ours), Row("POOL-json-145B", Role.Ours), Row("POOL-json-850B", Role.Ours)]
    [Row("POOL-json-8500B", Role.Ours)]
    public ReadOnlyMemory<byte> Leased()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations; i++)
        {
            using PooledUtf8JsonWriter lease = _pool.Rent();
            TDocument.Write(lease.Writer);
            last = Read(lease.WrittenSpan, i);
        }

        return last;
    }

    // The bytes of the last document outlive its buffer, to be compared.
    private ReadOnlyMemory<byte> Read(ReadOnlySpan<byte> document, int number)
    {
        if (number != Operations)
            return default;

        document.CopyTo(_kept);
        return _kept.AsMemory(0, document.Length);
    }
}
