namespace Pooling.Benchmarks.Buffers;

/// <summary>An array with an owner: get it, write its ends, read them, let it go.</summary>
/// <remarks>The owners that are structures allocate nothing, and trust their holder to dispose one copy once. Span owners cannot be
/// kept: they live on the stack.</remarks>
public partial class PooledArrayBenchmarks
{
    [Params(1_000, 100_000)]
    public int Length { get; set; }

    [Benchmark(Baseline = true), Row("POOL-array-*", Role.Before, "new")]
    public int NewArray() => Use(new byte[Length]);

    [Benchmark, Row("POOL-array-*", Role.Peer, "MemoryPool.Shared")]
    public int MemoryPoolRent()
    {
        using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(Length);
        return Use(owner.Memory.Span.Slice(0, Length)); // longer than asked for
    }

    [Benchmark, Row("POOL-array-*", Role.Peer, "CommunityToolkit MemoryOwner")]
    public int ToolkitOwner()
    {
        using MemoryOwner<byte> owner = MemoryOwner<byte>.Allocate(Length);
        return Use(owner.Span);
    }

    [Benchmark, Row("POOL-array-*", Role.Peer, "CommunityToolkit SpanOwner, on the stack only")]
    public int ToolkitSpanOwner()
    {
        using SpanOwner<byte> owner = SpanOwner<byte>.Allocate(Length);
        return Use(owner.Span);
    }

    [Benchmark, Row("POOL-array-*", Role.Ours)]
    public int Owned()
    {
        using var owner = new PooledArray<byte>(Length);
        return Use(owner.Span);
    }

    private static int Use(Span<byte> array)
    {
        array[0] = 1;
        array[^1] = (byte)array.Length;
        return array[0] + array[^1];
    }
}
