namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures rentals of writers. Each gets a message of 256 B, then all are read, and then all are returned. With one writer, this
/// is the cost of a rental.</summary>
public class BufferWriterPoolBenchmarks
{
    private readonly byte[] _message = [.. Enumerable.Range(1, 256).Select(static i => (byte)i)];
    private readonly BufferWriterPool _pool = new(new BufferWriterPoolOptions { MaxRetained = 512 });
    private readonly ArrayBufferWriter<byte>[] _plain = new ArrayBufferWriter<byte>[64];
    private readonly ArrayPoolBufferWriter<byte>[] _toolkit = new ArrayPoolBufferWriter<byte>[64];
    private readonly PooledLease<PooledArrayBufferWriter<byte>>[] _leases = new PooledLease<PooledArrayBufferWriter<byte>>[64];

    [Params(1, 64)]
    public int Writers { get; set; }

    [Benchmark(Baseline = true), Row("POOL-buffer-*", Role.Before, "ArrayBufferWriter")]
    public int ArrayBufferWriter()
    {
        foreach (ref ArrayBufferWriter<byte> writer in _plain.AsSpan(0, Writers))
            (writer = new ArrayBufferWriter<byte>()).Write(_message);

        int sum = 0;
        foreach (ArrayBufferWriter<byte> writer in _plain.AsSpan(0, Writers))
            sum += writer.WrittenSpan[^1];

        return sum;
    }

    [Benchmark, Row("POOL-buffer-*", Role.Peer, "CommunityToolkit ArrayPoolBufferWriter")]
    public int ToolkitWriter()
    {
        foreach (ref ArrayPoolBufferWriter<byte> writer in _toolkit.AsSpan(0, Writers))
            (writer = new ArrayPoolBufferWriter<byte>()).Write(_message);

        int sum = 0;
        foreach (ArrayPoolBufferWriter<byte> writer in _toolkit.AsSpan(0, Writers))
        {
            sum += writer.WrittenSpan[^1];
            writer.Dispose();
        }

        return sum;
    }

    [Benchmark, Row("POOL-buffer-*", Role.Ours)]
    public int Rented()
    {
        foreach (ref PooledLease<PooledArrayBufferWriter<byte>> lease in _leases.AsSpan(0, Writers))
            (lease = _pool.Rent()).Value.Write(_message);

        int sum = 0;
        foreach (PooledLease<PooledArrayBufferWriter<byte>> lease in _leases.AsSpan(0, Writers))
        {
            sum += lease.Value.WrittenSpan[^1];
            lease.Dispose();
        }

        return sum;
    }
}
