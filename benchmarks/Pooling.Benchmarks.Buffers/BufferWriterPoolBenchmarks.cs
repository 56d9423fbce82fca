using System.Buffers;
using BenchmarkDotNet.Attributes;
using CommunityToolkit.HighPerformance.Buffers;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Several writers at a time: all get a message, then all are read, then all go back. With one writer,
/// what a rental costs.</summary>
public class BufferWriterPoolBenchmarks
{
    private const int MessageLength = 256;

    private readonly byte[] _message = new byte[MessageLength];
    private readonly BufferWriterPool _pool = new(new BufferWriterPoolOptions { MaxRetained = 512 });
    private readonly BufferWriterPool _counting = new(new BufferWriterPoolOptions { MaxRetained = 512, MaxRetainedBytes = 64 << 20 });
    private ArrayBufferWriter<byte>[] _plain = [];
    private ArrayPoolBufferWriter<byte>[] _toolkit = [];
    private PooledLease<PooledArrayBufferWriter<byte>>[] _leases = [];

    [Params(1, 64)]
    public int Writers { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        new Random(1).NextBytes(_message);
        _plain = new ArrayBufferWriter<byte>[Writers];
        _toolkit = new ArrayPoolBufferWriter<byte>[Writers];
        _leases = new PooledLease<PooledArrayBufferWriter<byte>>[Writers];
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _pool.Dispose();
        _counting.Dispose();
    }

    [Benchmark(Baseline = true)]
    [Row("POOL-buffer-pool-1", Role.Before)]
    [Row("POOL-buffer-pool-64", Role.Before)]
    public int ArrayBufferWriter()
    {
        ArrayBufferWriter<byte>[] writers = _plain;
        for (int i = 0; i < writers.Length; i++)
        {
            writers[i] = new ArrayBufferWriter<byte>();
            writers[i].Write(_message);
        }

        int sum = 0;
        foreach (ArrayBufferWriter<byte> writer in writers)
            sum += writer.WrittenSpan[^1];

        return sum;
    }

    [Benchmark]
    [Row("POOL-buffer-pool-1", Role.Peer, "CommunityToolkit ArrayPoolBufferWriter")]
    [Row("POOL-buffer-pool-64", Role.Peer, "CommunityToolkit ArrayPoolBufferWriter")]
    public int ToolkitWriter()
    {
        ArrayPoolBufferWriter<byte>[] writers = _toolkit;
        for (int i = 0; i < writers.Length; i++)
        {
            writers[i] = new ArrayPoolBufferWriter<byte>();
            writers[i].Write(_message);
        }

        int sum = 0;
        foreach (ArrayPoolBufferWriter<byte> writer in writers)
        {
            sum += writer.WrittenSpan[^1];
            writer.Dispose();
        }

        return sum;
    }

    [Benchmark]
    [Row("POOL-buffer-pool-1", Role.Ours)]
    [Row("POOL-buffer-pool-64", Role.Ours)]
    public int Rented() => RentAll(_pool);

    /// <summary>With a limit of bytes below the product of the other two, so that the pool counts.</summary>
    [Benchmark]
    [Row("POOL-buffer-pool-1", Role.Ours)]
    [Row("POOL-buffer-pool-64", Role.Ours)]
    public int RentedCounting() => RentAll(_counting);

    private int RentAll(BufferWriterPool pool)
    {
        PooledLease<PooledArrayBufferWriter<byte>>[] leases = _leases;
        for (int i = 0; i < leases.Length; i++)
        {
            leases[i] = pool.Rent();
            leases[i].Value.Write(_message);
        }

        int sum = 0;
        foreach (PooledLease<PooledArrayBufferWriter<byte>> lease in leases)
        {
            sum += lease.Value.WrittenSpan[^1];
            lease.Dispose();
        }

        return sum;
    }
}
