namespace Pooling.Benchmarks.Objects;

/// <summary>Threads that come and go: one for each connection, and a thread pool that grows and shrinks. 10,000 rentals a thread pay for
/// its registration; the threads themselves are part of the time, and the same for both.</summary>
[AllThreads]
public class MagazinePoolComingThreadsBenchmarks
{
    private const int Rentals = 10_000;
    private const int Connections = 50;
    private const int ThreadsInGroups = 138;

    private static readonly int[] s_connections = [.. Enumerable.Repeat(1, Connections)];
    private static readonly int[] s_growAndShrink = [2, 20, 60, 10, 2, 40, 4];

    [Params(1, 4)]
    public int Held { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Connections * Rentals)]
    [BenchmarkCategory("Connections")]
    [Row("POOL-thread-per-connection", Role.Before)]
    public long ConnectionsDefault() => RunDefault(s_connections, 1);

    [Benchmark(OperationsPerInvoke = Connections * Rentals)]
    [BenchmarkCategory("Connections")]
    [Row("POOL-thread-per-connection", Role.Ours)]
    public long ConnectionsMagazine() => RunMagazine(s_connections, 1);

    [Benchmark(Baseline = true, OperationsPerInvoke = ThreadsInGroups * Rentals)]
    [BenchmarkCategory("GrowAndShrink")]
    [Row("POOL-threads-grow-and-shrink", Role.Before)]
    public long GrowAndShrinkDefault() => RunDefault(s_growAndShrink, 2);

    [Benchmark(OperationsPerInvoke = ThreadsInGroups * Rentals)]
    [BenchmarkCategory("GrowAndShrink")]
    [Row("POOL-threads-grow-and-shrink", Role.Ours)]
    public long GrowAndShrinkMagazine() => RunMagazine(s_growAndShrink, 2);

    private long RunDefault(int[] widths, int rounds) =>
        Run(widths, rounds, new DefaultItems<Bytes48>(new DefaultObjectPool<Item<Bytes48>>(new ItemPolicy<Bytes48>(), 2_048)));

    private long RunMagazine(int[] widths, int rounds)
    {
        using var pool = new MagazinePool<Item<Bytes48>>(new ItemPolicy<Bytes48>());
        return Run(widths, rounds, new MagazineItems<Bytes48>(pool));
    }

    private long Run<TPool>(int[] widths, int rounds, TPool pool) where TPool : struct, IItemPool<Bytes48>
    {
        long sum = 0;
        foreach (int width in widths)
        {
            using var group = new PoolThreads(width);
            for (int round = 0; round < rounds; round++)
                group.Run(() => sum += ItemLoops<Bytes48>.Hold(pool, new Item<Bytes48>[Held], Rentals / rounds));
        }

        return sum;
    }
}
