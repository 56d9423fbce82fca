using System.Buffers;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <content>Documents of 23 B.</content>
public partial class Utf8JsonWriterPoolBenchmarks
{
    private const int Operations23 = 5_000;

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations23)]
    [BenchmarkCategory("23 B")]
    [Row("POOL-json-23B", Role.Before)]
    public ReadOnlyMemory<byte> New23()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations23; i++)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using (var writer = new Utf8JsonWriter(buffer))
                Documents.Write23(writer);

            ReadOnlySpan<byte> document = buffer.WrittenSpan;
            if (i == Operations23)
                last = Keep(document);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations23)]
    [BenchmarkCategory("23 B")]
    [Row("POOL-json-23B", Role.Peer, "one writer and one buffer reused by hand")]
    public ReadOnlyMemory<byte> ByHand23()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations23; i++)
        {
            _buffer.ResetWrittenCount();
            _writer.Reset();
            Documents.Write23(_writer);
            _writer.Flush();
            ReadOnlySpan<byte> document = _buffer.WrittenSpan;
            if (i == Operations23)
                last = Keep(document);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations23)]
    [BenchmarkCategory("23 B")]
    [Row("POOL-json-23B", Role.Ours)]
    public ReadOnlyMemory<byte> Leased23()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations23; i++)
        {
            using PooledUtf8JsonWriter lease = _pool.Rent();
            Documents.Write23(lease.Writer);
            ReadOnlySpan<byte> document = lease.WrittenSpan;
            if (i == Operations23)
                last = Keep(document);
        }

        return last;
    }
}
