namespace Pooling.Benchmarks.Buffers;

public partial class MagazineMemoryPoolPipeBenchmarks
{
    private readonly MemoryPool<byte> _kestrel = MagazineMemoryPoolThreadsBenchmarks.CreateKestrel();

    [Benchmark, Row("POOL-memory-pipe-1MB", Role.Peer, "the pool of Kestrel, blocks of 4 KB only")]
    public long Kestrel() => WriteAndRead(_kestrel);
}
