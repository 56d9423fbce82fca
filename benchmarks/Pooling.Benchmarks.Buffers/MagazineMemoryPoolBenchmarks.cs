namespace Pooling.Benchmarks.Buffers;

/// <summary>Blocks on one thread: one at a time, or 16 held. Each writes and reads a byte of its memory.</summary>
/// <remarks>The loops are compiled for each pool: one that both share would suit whichever comes first.</remarks>
public class MagazineMemoryPoolBenchmarks
{
    private const int Operations = 1_000;
    private const int Held = 16;

    private readonly MemoryPool<byte> _magazine = new MagazineMemoryPool(); // by the type that consumers have: each call is virtual
    private readonly IMemoryOwner<byte>[] _held = new IMemoryOwner<byte>[Held];

    [Params(4 * 1024, 64 * 1024)]
    public int Length { get; set; }

    [GlobalCleanup]
    public void Cleanup() => _magazine.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), BenchmarkCategory("one")]
    [Row("POOL-memory-4KB", Role.Before), Row("POOL-memory-64KB", Role.Before)]
    public long Shared() => RentEach<Stock>(MemoryPool<byte>.Shared);

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("one")]
    [Row("POOL-memory-4KB", Role.Ours), Row("POOL-memory-64KB", Role.Ours)]
    public long Magazine() => RentEach<Own>(_magazine);

    [Benchmark(Baseline = true, OperationsPerInvoke = Held), BenchmarkCategory("16 held"), Row("POOL-memory-held-16", Role.Before)]
    public long SharedHeld() => RentAll<Stock>(MemoryPool<byte>.Shared);

    [Benchmark(OperationsPerInvoke = Held), BenchmarkCategory("16 held"), Row("POOL-memory-held-16", Role.Ours)]
    public long MagazineHeld() => RentAll<Own>(_magazine);

    private long RentEach<TPool>(MemoryPool<byte> pool)
        where TPool : struct
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using IMemoryOwner<byte> owner = pool.Rent(Length);
            Span<byte> bytes = owner.Memory.Span;
            bytes[0] = (byte)i;
            sum += bytes[0] + bytes.Length;
        }

        return sum;
    }

    private long RentAll<TPool>(MemoryPool<byte> pool)
        where TPool : struct
    {
        for (int i = 0; i < _held.Length; i++)
        {
            _held[i] = pool.Rent(Length);
            _held[i].Memory.Span[0] = (byte)i;
        }

        long sum = 0;
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
