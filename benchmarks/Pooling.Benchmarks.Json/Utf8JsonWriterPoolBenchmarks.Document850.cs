using System.Buffers;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <content>Documents of 850 B.</content>
public partial class Utf8JsonWriterPoolBenchmarks
{
    private const int Operations850 = 500;

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations850)]
    [BenchmarkCategory("850 B")]
    [Row("POOL-json-850B", Role.Before)]
    public ReadOnlyMemory<byte> New850()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations850; i++)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using (var writer = new Utf8JsonWriter(buffer))
                Documents.Write850(writer);

            ReadOnlySpan<byte> document = buffer.WrittenSpan;
            if (i == Operations850)
                last = Keep(document);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations850)]
    [BenchmarkCategory("850 B")]
    [Row("POOL-json-850B", Role.Peer, "one writer and one buffer reused by hand")]
    public ReadOnlyMemory<byte> ByHand850()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations850; i++)
        {
            _buffer.ResetWrittenCount();
            _writer.Reset();
            Documents.Write850(_writer);
            _writer.Flush();
            ReadOnlySpan<byte> document = _buffer.WrittenSpan;
            if (i == Operations850)
                last = Keep(document);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations850)]
    [BenchmarkCategory("850 B")]
    [Row("POOL-json-850B", Role.Ours)]
    public ReadOnlyMemory<byte> Leased850()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations850; i++)
        {
            using PooledUtf8JsonWriter lease = _pool.Rent();
            Documents.Write850(lease.Writer);
            ReadOnlySpan<byte> document = lease.WrittenSpan;
            if (i == Operations850)
                last = Keep(document);
        }

        return last;
    }
}
