namespace Pooling.Benchmarks.Objects;

/// <summary>Measures threads that start and end: one for each connection, and a thread pool that grows and shrinks. Each thread rents
/// 10,000 times, which amortizes its registration. The threads themselves are part of the time, and the same for both contenders.</summary>
[AllThreads]
public class MagazinePoolComingThreadsBenchmarks : ItemPoolBenchmarks<Bytes48>
{
    private const int Rentals = 10_000;
    private const int OfAll = 138 * Rentals;

    [Params("Connections", "GrowAndShrink")]
    public string Threads { get; set; } = "";

    [Params(1, 4)]
    public int Held { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = OfAll)]
    [Row("POOL-thread-per-connection", Role.Before, "DefaultObjectPool")]
    [Row("POOL-threads-grow-and-shrink", Role.Before, "DefaultObjectPool")]
    public long Default() => Run(new DefaultItems<Bytes48>(2_048));

    [Benchmark(OperationsPerInvoke = OfAll)]
    [Row("POOL-thread-per-connection", Role.Ours), Row("POOL-threads-grow-and-shrink", Role.Ours)]
    public long Magazine()
    {
        var items = new MagazineItems<Bytes48>(null);
        using (items.Pool)
            return Run(items);
    }

    private long Run<TPool>(TPool pool) where TPool : struct, IItemPool<Bytes48>
    {
        int[] widths = Threads == "Connections" ? [.. Enumerable.Repeat(1, 138)] : [2, 20, 60, 10, 2, 40, 4];
        int rounds = Threads == "Connections" ? 1 : 2;
        long sum = 0;
        foreach (int width in widths)
        {
            using var group = new PoolThreads(width);
            for (int round = 0; round < rounds; round++)
                group.Run(() => sum += Hold(pool, new Item<Bytes48>[Held], Rentals / rounds));
        }

        return sum;
    }
}
