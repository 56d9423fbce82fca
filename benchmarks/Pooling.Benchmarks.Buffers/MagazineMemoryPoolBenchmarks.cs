namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures blocks on one thread: one at a time, or 16 held. Each operation writes and reads a byte of the memory.</summary>
/// <remarks>The code is compiled for each pool, because shared code would be optimized for the first one.</remarks>
public class MagazineMemoryPoolBenchmarks
{
    private const int Held = 16;

    private readonly MemoryPool<byte> _magazine = new MagazineMemoryPool(); // of the type that consumers use: each call is virtual
    private readonly IMemoryOwner<byte>[] _held = new IMemoryOwner<byte>[Held];

    [Params(4 * 1024, 64 * 1024)]
    public int Length { get; set; }

    [Benchmark(Baseline = true), BenchmarkCategory("one"), Row("POOL-memory-4KB", Role.Before, "MemoryPool.Shared")]
    [Row("POOL-memory-64KB", Role.Before, "MemoryPool.Shared")]
    public int Shared() => RentOne<Stock>(MemoryPool<byte>.Shared, Length);

    [Benchmark, BenchmarkCategory("one"), Row("POOL-memory-4KB", Role.Ours), Row("POOL-memory-64KB", Role.Ours)]
    public int Magazine() => RentOne<Own>(_magazine, Length);

    [Benchmark(Baseline = true, OperationsPerInvoke = Held), BenchmarkCategory("16 held")]
    [Row("POOL-memory-held-16", Role.Before, "MemoryPool.Shared")]
    public int SharedHeld() => RentAll<Stock>(MemoryPool<byte>.Shared);

    [Benchmark(OperationsPerInvoke = Held), BenchmarkCategory("16 held"), Row("POOL-memory-held-16", Role.Ours)]
    public int MagazineHeld() => RentAll<Own>(_magazine);

    internal static int RentOne<TPool>(MemoryPool<byte> pool, int length) where TPool : struct
    {
        using IMemoryOwner<byte> owner = pool.Rent(length);
        Span<byte> bytes = owner.Memory.Span;
        bytes[0] = 1;
        return bytes[0] + bytes.Length;
    }

    private int RentAll<TPool>(MemoryPool<byte> pool) where TPool : struct
    {
        foreach (ref IMemoryOwner<byte> owner in _held.AsSpan())
            (owner = pool.Rent(Length)).Memory.Span[0] = 1;

        int sum = 0;
        foreach (IMemoryOwner<byte> owner in _held)
        {
            sum += owner.Memory.Span[0];
            owner.Dispose();
        }

        return sum;
    }

    internal readonly struct Stock;
    internal readonly struct Own;
}
