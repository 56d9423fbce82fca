namespace Pooling.Benchmarks.Buffers;

public partial class PooledArrayBenchmarks
{
    private DotNext.Buffers.MemoryOwner<byte> _dotNext;

    [Benchmark, BenchmarkCategory("held"), Row("POOL-array-*", Role.Peer, "DotNext MemoryOwner")]
    public int DotNextOwnerHeld()
    {
        _dotNext = new DotNext.Buffers.MemoryOwner<byte>(ArrayPool<byte>.Shared, Length);
        int sum = Use(_dotNext.Span);
        _dotNext.Dispose();
        return sum;
    }

    [Benchmark, BenchmarkCategory("local"), Row("POOL-array-*", Role.Peer, "DotNext MemoryOwner")]
    public int DotNextOwner()
    {
        using var owner = new DotNext.Buffers.MemoryOwner<byte>(ArrayPool<byte>.Shared, Length);
        return Use(owner.Span);
    }

    [Benchmark, BenchmarkCategory("local"), Row("POOL-array-*", Role.Peer, "DotNext SpanOwner")]
    public int DotNextSpanOwner()
    {
        using var owner = new DotNext.Buffers.SpanOwner<byte>(Length);
        return Use(owner.Span);
    }
}
