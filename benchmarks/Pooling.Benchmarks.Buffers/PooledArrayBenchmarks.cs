using CommunityToolkit.HighPerformance.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>An array with an owner: get it, write its ends, read them, let it go.</summary>
public class PooledArrayBenchmarks
{
    private const int Operations = 100;
    private const string Toolkit = "CommunityToolkit MemoryOwner";

    [Params(1_000, 100_000)]
    public int Length { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), Row("POOL-array-*", Role.Before)]
    public int NewArray()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += Use(new byte[Length], i);

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-array-*", Role.Peer, "MemoryPool")]
    public int MemoryPoolRent()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(Length);
            sum += Use(owner.Memory.Span.Slice(0, Length), i); // longer than asked for
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-array-*", Role.Peer, Toolkit)]
    public int ToolkitOwner()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using MemoryOwner<byte> owner = MemoryOwner<byte>.Allocate(Length);
            sum += Use(owner.Span, i);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-array-*", Role.Ours)]
    public int Owned()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using var owner = new PooledArray<byte>(Length);
            sum += Use(owner.Span, i);
        }

        return sum;
    }

    private static int Use(Span<byte> array, int value)
    {
        array[0] = (byte)value;
        array[^1] = (byte)(value + array.Length);
        return array[0] + array[^1];
    }
}
