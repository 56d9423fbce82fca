namespace Pooling.Benchmarks.Buffers;

public partial class PooledArrayBenchmarks
{
    [Benchmark, Row("POOL-array-*", Role.Peer, "DotNext MemoryOwner, a struct")]
    public int DotNextOwner()
    {
        using var owner = new DotNext.Buffers.MemoryOwner<byte>(ArrayPool<byte>.Shared, Length);
        return Use(owner.Span);
    }

    [Benchmark, Row("POOL-array-*", Role.Peer, "DotNext SpanOwner, on the stack only")]
    public int DotNextSpanOwner()
    {
        using var owner = new DotNext.Buffers.SpanOwner<byte>(Length);
        return Use(owner.Span);
    }
}
