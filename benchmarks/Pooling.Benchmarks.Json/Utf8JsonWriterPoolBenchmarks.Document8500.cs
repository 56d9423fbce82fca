using System.Buffers;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <content>Documents of 8.5 KB.</content>
public partial class Utf8JsonWriterPoolBenchmarks
{
    private const int Operations8500 = 50;

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations8500)]
    [BenchmarkCategory("8.5 KB")]
    [Row("POOL-json-8500B", Role.Before)]
    public ReadOnlyMemory<byte> New8500()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations8500; i++)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using (var writer = new Utf8JsonWriter(buffer))
                Documents.Write8500(writer);

            ReadOnlySpan<byte> document = buffer.WrittenSpan;
            if (i == Operations8500)
                last = Keep(document);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations8500)]
    [BenchmarkCategory("8.5 KB")]
    [Row("POOL-json-8500B", Role.Peer, "one writer and one buffer reused by hand")]
    public ReadOnlyMemory<byte> ByHand8500()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations8500; i++)
        {
            _buffer.ResetWrittenCount();
            _writer.Reset();
            Documents.Write8500(_writer);
            _writer.Flush();
            ReadOnlySpan<byte> document = _buffer.WrittenSpan;
            if (i == Operations8500)
                last = Keep(document);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations8500)]
    [BenchmarkCategory("8.5 KB")]
    [Row("POOL-json-8500B", Role.Ours)]
    public ReadOnlyMemory<byte> Leased8500()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations8500; i++)
        {
            using PooledUtf8JsonWriter lease = _pool.Rent();
            Documents.Write8500(lease.Writer);
            ReadOnlySpan<byte> document = lease.WrittenSpan;
            if (i == Operations8500)
                last = Keep(document);
        }

        return last;
    }
}
