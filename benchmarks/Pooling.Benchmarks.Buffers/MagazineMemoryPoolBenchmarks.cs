using System.Buffers;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Blocks on one thread: one at a time, or 16 held. Each writes and reads a byte of its memory.</summary>
/// <remarks>Each contender has a loop of its own: one that both share is compiled for whichever comes first.</remarks>
public class MagazineMemoryPoolBenchmarks
{
    private const int Operations = 1_000;
    private const int Held = 16;
    private const int SmallBlock = 4 * 1024;
    private const int LargeBlock = 64 * 1024;

    private readonly MemoryPool<byte> _shared = MemoryPool<byte>.Shared;
    private readonly MemoryPool<byte> _magazine = new MagazineMemoryPool(); // by the type that consumers have: each call is virtual
    private readonly IMemoryOwner<byte>[] _held = new IMemoryOwner<byte>[Held];

    [GlobalCleanup]
    public void Cleanup() => _magazine.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("4 KB")]
    [Row("POOL-memory-4KB", Role.Before)]
    public long Shared4()
    {
        MemoryPool<byte> pool = _shared;
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using IMemoryOwner<byte> owner = pool.Rent(SmallBlock);
            Span<byte> bytes = owner.Memory.Span;
            bytes[0] = (byte)i;
            sum += bytes[0] + bytes.Length;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("4 KB")]
    [Row("POOL-memory-4KB", Role.Ours)]
    public long Magazine4()
    {
        MemoryPool<byte> pool = _magazine;
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using IMemoryOwner<byte> owner = pool.Rent(SmallBlock);
            Span<byte> bytes = owner.Memory.Span;
            bytes[0] = (byte)i;
            sum += bytes[0] + bytes.Length;
        }

        return sum;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("64 KB")]
    [Row("POOL-memory-64KB", Role.Before)]
    public long Shared64()
    {
        MemoryPool<byte> pool = _shared;
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using IMemoryOwner<byte> owner = pool.Rent(LargeBlock);
            Span<byte> bytes = owner.Memory.Span;
            bytes[0] = (byte)i;
            sum += bytes[0] + bytes.Length;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("64 KB")]
    [Row("POOL-memory-64KB", Role.Ours)]
    public long Magazine64()
    {
        MemoryPool<byte> pool = _magazine;
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using IMemoryOwner<byte> owner = pool.Rent(LargeBlock);
            Span<byte> bytes = owner.Memory.Span;
            bytes[0] = (byte)i;
            sum += bytes[0] + bytes.Length;
        }

        return sum;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Held)]
    [BenchmarkCategory("16 held, 4 KB")]
    [Row("POOL-memory-held-16", Role.Before)]
    public long SharedHeld4()
    {
        MemoryPool<byte> pool = _shared;
        IMemoryOwner<byte>[] owners = _held;
        for (int i = 0; i < owners.Length; i++)
        {
            owners[i] = pool.Rent(SmallBlock);
            owners[i].Memory.Span[0] = (byte)i;
        }

        long sum = 0;
        foreach (IMemoryOwner<byte> owner in owners)
        {
            sum += owner.Memory.Span[0];
            owner.Dispose();
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Held)]
    [BenchmarkCategory("16 held, 4 KB")]
    [Row("POOL-memory-held-16", Role.Ours)]
    public long MagazineHeld4()
    {
        MemoryPool<byte> pool = _magazine;
        IMemoryOwner<byte>[] owners = _held;
        for (int i = 0; i < owners.Length; i++)
        {
            owners[i] = pool.Rent(SmallBlock);
            owners[i].Memory.Span[0] = (byte)i;
        }

        long sum = 0;
        foreach (IMemoryOwner<byte> owner in owners)
        {
            sum += owner.Memory.Span[0];
            owner.Dispose();
        }

        return sum;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Held)]
    [BenchmarkCategory("16 held, 64 KB")]
    [Row("POOL-memory-held-16", Role.Before)]
    public long SharedHeld64()
    {
        MemoryPool<byte> pool = _shared;
        IMemoryOwner<byte>[] owners = _held;
        for (int i = 0; i < owners.Length; i++)
        {
            owners[i] = pool.Rent(LargeBlock);
            owners[i].Memory.Span[0] = (byte)i;
        }

        long sum = 0;
        foreach (IMemoryOwner<byte> owner in owners)
        {
            sum += owner.Memory.Span[0];
            owner.Dispose();
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Held)]
    [BenchmarkCategory("16 held, 64 KB")]
    [Row("POOL-memory-held-16", Role.Ours)]
    public long MagazineHeld64()
    {
        MemoryPool<byte> pool = _magazine;
        IMemoryOwner<byte>[] owners = _held;
        for (int i = 0; i < owners.Length; i++)
        {
            owners[i] = pool.Rent(LargeBlock);
            owners[i].Memory.Span[0] = (byte)i;
        }

        long sum = 0;
        foreach (IMemoryOwner<byte> owner in owners)
        {
            sum += owner.Memory.Span[0];
            owner.Dispose();
        }

        return sum;
    }
}
