namespace Pooling.Benchmarks.Json;

/// <summary>One document at a time into memory: written, read, forgotten. Nothing is cleared.</summary>
public class Utf8JsonWriterPoolBenchmarks
{
    private const int Operations = 500;
    private const string Reused = "one writer and one buffer reused by hand";

    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Utf8JsonWriterPool _pool = new();
    private readonly byte[] _kept = new byte[16 * 1024];
    private readonly Utf8JsonWriter _writer;

    public Utf8JsonWriterPoolBenchmarks() => _writer = new Utf8JsonWriter(_buffer);

    [GlobalCleanup]
    public void Cleanup() => _pool.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), BenchmarkCategory("23 B"), Row("POOL-json-23B", Role.Before)]
    public ReadOnlyMemory<byte> New23() => New<Document23>();

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("23 B"), Row("POOL-json-23B", Role.Peer, Reused)]
    public ReadOnlyMemory<byte> ByHand23() => ByHand<Document23>();

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("23 B"), Row("POOL-json-23B", Role.Ours)]
    public ReadOnlyMemory<byte> Leased23() => Leased<Document23>();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), BenchmarkCategory("145 B"), Row("POOL-json-145B", Role.Before)]
    public ReadOnlyMemory<byte> New145() => New<Document145>();

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("145 B"), Row("POOL-json-145B", Role.Peer, Reused)]
    public ReadOnlyMemory<byte> ByHand145() => ByHand<Document145>();

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("145 B"), Row("POOL-json-145B", Role.Ours)]
    public ReadOnlyMemory<byte> Leased145() => Leased<Document145>();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), BenchmarkCategory("850 B"), Row("POOL-json-850B", Role.Before)]
    public ReadOnlyMemory<byte> New850() => New<Document850>();

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("850 B"), Row("POOL-json-850B", Role.Peer, Reused)]
    public ReadOnlyMemory<byte> ByHand850() => ByHand<Document850>();

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("850 B"), Row("POOL-json-850B", Role.Ours)]
    public ReadOnlyMemory<byte> Leased850() => Leased<Document850>();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), BenchmarkCategory("8.5 KB"), Row("POOL-json-8500B", Role.Before)]
    public ReadOnlyMemory<byte> New8500() => New<Document8500>();

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("8.5 KB"), Row("POOL-json-8500B", Role.Peer, Reused)]
    public ReadOnlyMemory<byte> ByHand8500() => ByHand<Document8500>();

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("8.5 KB"), Row("POOL-json-8500B", Role.Ours)]
    public ReadOnlyMemory<byte> Leased8500() => Leased<Document8500>();

    private ReadOnlyMemory<byte> New<TDocument>() where TDocument : IDocument
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

    private ReadOnlyMemory<byte> ByHand<TDocument>() where TDocument : IDocument
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

    private ReadOnlyMemory<byte> Leased<TDocument>() where TDocument : IDocument
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
