namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures an array with an owner: renting it, writing and reading its ends, and returning it. The owner is in a field, as in an
/// object that holds it, or in a variable of one method, where the compiler may remove the allocation of an owner.</summary>
/// <remarks>Owners that are structs allocate nothing, and do not check that only one copy is disposed, once. Owners of spans are on the
/// stack, so that no object can hold them.</remarks>
public partial class PooledArrayBenchmarks
{
    private byte[]? _array;
    private IMemoryOwner<byte>? _memory;
    private MemoryOwner<byte>? _toolkit;
    private PooledArray<byte>? _owned;

    [Params(1_000, 100_000)]
    public int Length { get; set; }

    [Benchmark(Baseline = true), BenchmarkCategory("held"), Row("POOL-array-*", Role.Before, "new")]
    public int NewArrayHeld() => Use(_array = new byte[Length]);

    [Benchmark, BenchmarkCategory("held"), Row("POOL-array-*", Role.Peer, "ArrayPool, by hand")]
    public int ArrayPoolHeld()
    {
        _array = ArrayPool<byte>.Shared.Rent(Length);
        int sum = Use(_array.AsSpan(0, Length));
        ArrayPool<byte>.Shared.Return(_array);
        return sum;
    }

    [Benchmark, BenchmarkCategory("held"), Row("POOL-array-*", Role.Peer, "MemoryPool.Shared")]
    public int MemoryPoolHeld()
    {
        _memory = MemoryPool<byte>.Shared.Rent(Length);
        int sum = Use(_memory.Memory.Span.Slice(0, Length)); // longer than requested
        _memory.Dispose();
        return sum;
    }

    [Benchmark, BenchmarkCategory("held"), Row("POOL-array-*", Role.Peer, "CommunityToolkit MemoryOwner")]
    public int ToolkitOwnerHeld()
    {
        _toolkit = MemoryOwner<byte>.Allocate(Length);
        int sum = Use(_toolkit.Span);
        _toolkit.Dispose();
        return sum;
    }

    [Benchmark, BenchmarkCategory("held"), Row("POOL-array-*", Role.Ours)]
    public int OwnedHeld()
    {
        _owned = new PooledArray<byte>(Length);
        int sum = Use(_owned.Span);
        _owned.Dispose();
        return sum;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("local"), Row("POOL-array-*", Role.Before, "new")]
    public int NewArray() => Use(new byte[Length]);

    [Benchmark, BenchmarkCategory("local"), Row("POOL-array-*", Role.Peer, "MemoryPool.Shared")]
    public int MemoryPoolRent()
    {
        using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(Length);
        return Use(owner.Memory.Span.Slice(0, Length)); // longer than requested
    }

    [Benchmark, BenchmarkCategory("local"), Row("POOL-array-*", Role.Peer, "CommunityToolkit MemoryOwner")]
    public int ToolkitOwner()
    {
        using MemoryOwner<byte> owner = MemoryOwner<byte>.Allocate(Length);
        return Use(owner.Span);
    }

    [Benchmark, BenchmarkCategory("local"), Row("POOL-array-*", Role.Peer, "CommunityToolkit SpanOwner")]
    public int ToolkitSpanOwner()
    {
        using SpanOwner<byte> owner = SpanOwner<byte>.Allocate(Length);
        return Use(owner.Span);
    }

    [Benchmark, BenchmarkCategory("local"), Row("POOL-array-*", Role.Ours)]
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
