using System.Buffers;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <content>Documents of 145 B.</content>
public partial class Utf8JsonWriterPoolBenchmarks
{
    private const int Operations145 = 2_000;

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations145)]
    [BenchmarkCategory("145 B")]
    [Row("POOL-json-145B", Role.Before)]
    public ReadOnlyMemory<byte> New145()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations145; i++)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using (var writer = new Utf8JsonWriter(buffer))
                Documents.Write145(writer);

            ReadOnlySpan<byte> document = buffer.WrittenSpan;
            if (i == Operations145)
                last = Keep(document);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations145)]
    [BenchmarkCategory("145 B")]
    [Row("POOL-json-145B", Role.Peer, "one writer and one buffer reused by hand")]
    public ReadOnlyMemory<byte> ByHand145()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations145; i++)
        {
            _buffer.ResetWrittenCount();
            _writer.Reset();
            Documents.Write145(_writer);
            _writer.Flush();
            ReadOnlySpan<byte> document = _buffer.WrittenSpan;
            if (i == Operations145)
                last = Keep(document);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations145)]
    [BenchmarkCategory("145 B")]
    [Row("POOL-json-145B", Role.Ours)]
    public ReadOnlyMemory<byte> Leased145()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 1; i <= Operations145; i++)
        {
            using PooledUtf8JsonWriter lease = _pool.Rent();
            Documents.Write145(lease.Writer);
            ReadOnlySpan<byte> document = lease.WrittenSpan;
            if (i == Operations145)
                last = Keep(document);
        }

        return last;
    }
}
