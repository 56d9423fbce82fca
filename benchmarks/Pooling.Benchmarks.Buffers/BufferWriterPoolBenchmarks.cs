using CommunityToolkit.HighPerformance.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Several writers at a time: all get a message of 256 B, then all are read, then all go back. With one writer, what a rental
/// costs.</summary>
public class BufferWriterPoolBenchmarks
{
    private const string Toolkit = "CommunityToolkit ArrayPoolBufferWriter";

    private readonly byte[] _message = [.. Enumerable.Range(1, 256).Select(static i => (byte)i)];
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

    [Benchmark(Baseline = true), Row("POOL-buffer-*", Role.Before)]
    public int ArrayBufferWriter()
    {
        foreach (ref ArrayBufferWriter<byte> writer in _plain.AsSpan())
        {
            writer = new ArrayBufferWriter<byte>();
            writer.Write(_message);
        }

        int sum = 0;
        foreach (ArrayBufferWriter<byte> writer in _plain)
            sum += writer.WrittenSpan[^1];

        return sum;
    }

    [Benchmark, Row("POOL-buffer-*", Role.Peer, Toolkit)]
    public int ToolkitWriter()
    {
        foreach (ref ArrayPoolBufferWriter<byte> writer in _toolkit.AsSpan())
        {
            writer = new ArrayPoolBufferWriter<byte>();
            writer.Write(_message);
        }

        int sum = 0;
        foreach (ArrayPoolBufferWriter<byte> writer in _toolkit)
        {
            sum += writer.WrittenSpan[^1];
            writer.Dispose();
        }

        return sum;
    }

    [Benchmark, Row("POOL-buffer-*", Role.Ours)]
    public int Rented() => RentAll(_pool);

    /// <summary>With a limit of bytes below the product of the other two, so that the pool counts.</summary>
    [Benchmark, Row("POOL-buffer-*", Role.Ours)]
    public int RentedCounting() => RentAll(_counting);

    private int RentAll(BufferWriterPool pool)
    {
        foreach (ref PooledLease<PooledArrayBufferWriter<byte>> lease in _leases.AsSpan())
        {
            lease = pool.Rent();
            lease.Value.Write(_message);
        }

        int sum = 0;
        foreach (PooledLease<PooledArrayBufferWriter<byte>> lease in _leases)
        {
            sum += lease.Value.WrittenSpan[^1];
            lease.Dispose();
        }

        return sum;
    }
}
