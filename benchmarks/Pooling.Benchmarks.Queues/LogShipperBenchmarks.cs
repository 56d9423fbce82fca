using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Queues;

/// <summary>Measures the log shipper of the quick starts. A burst of as many lines as its queue holds is collected into a batch. One
/// operation is one line.</summary>
public class LogShipperBenchmarks
{
    private const int Lines = 10_000;

    private readonly MpscRingQueue<string> _strings = new(Lines);
    private readonly MpscRingQueue<PooledLease<PooledArrayBufferWriter<byte>>> _leases = new(Lines);
    private readonly PooledArrayBufferWriter<byte> _batch = new();
    private readonly BufferWriterPool _writers = new(new BufferWriterPoolOptions { MaxRetained = 2 * Lines });

    [GlobalCleanup]
    public void Cleanup()
    {
        _strings.Dispose();
        _leases.Dispose();
        _batch.Dispose();
        _writers.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Lines), Row("POOL-log-shipper", Role.Before)]
    public ReadOnlyMemory<byte> Strings()
    {
        for (int number = 0; number < Lines; number++)
            _strings.TryEnqueue($"request {number:D5}\n");

        _batch.ResetWrittenCount();
        while (_strings.TryDequeue(out string? line))
            _batch.WriteUtf8(line);

        return _batch.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Lines), Row("POOL-log-shipper", Role.Ours)]
    public ReadOnlyMemory<byte> Leases()
    {
        for (int number = 0; number < Lines; number++)
        {
            PooledLease<PooledArrayBufferWriter<byte>> line = PooledArrayBufferWriter.Rent(_writers);
            line.Value.WriteUtf8($"request {number:D5}\n");
            if (!_leases.TryEnqueue(line))
                line.Dispose();
        }

        _batch.ResetWrittenCount();
        while (_leases.TryDequeue(out PooledLease<PooledArrayBufferWriter<byte>> line))
        {
            using (line)
                _batch.Write(line.Value.WrittenSpan);
        }

        return _batch.WrittenMemory;
    }
}
