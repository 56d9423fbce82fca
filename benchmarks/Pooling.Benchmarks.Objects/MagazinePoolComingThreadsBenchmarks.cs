using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>Threads that come and go: one for each connection, and a thread pool that grows and shrinks. 10,000 rentals a thread pay for
/// its registration; the threads themselves are part of the time, and the same for both.</summary>
[AllThreads]
public class MagazinePoolComingThreadsBenchmarks
{
    private const int Rentals = 10_000;
    private const int Connections = 50;
    private const int ThreadsInGroups = 138;
    private static readonly int[] s_widths = [2, 20, 60, 10, 2, 40, 4];

    [Params(1, 4)]
    public int Held { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Connections * Rentals)]
    [BenchmarkCategory("Connections")]
    [Row("POOL-thread-per-connection", Role.Before)]
    public long ConnectionsDefault()
    {
        var pool = new DefaultObjectPool<Item48>(new Item48Policy(), 2_048);
        return RunConnections(rentals => PoolThreads.Use(pool, new Item48[Held], rentals));
    }

    [Benchmark(OperationsPerInvoke = Connections * Rentals)]
    [BenchmarkCategory("Connections")]
    [Row("POOL-thread-per-connection", Role.Ours)]
    public long ConnectionsMagazine()
    {
        using var pool = new MagazinePool<Item48>(new Item48Policy());
        return RunConnections(rentals => PoolThreads.Use(pool, new Item48[Held], rentals));
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = ThreadsInGroups * Rentals)]
    [BenchmarkCategory("GrowAndShrink")]
    [Row("POOL-threads-grow-and-shrink", Role.Before)]
    public long GrowAndShrinkDefault()
    {
        var pool = new DefaultObjectPool<Item48>(new Item48Policy(), 2_048);
        return RunGroups(rentals => PoolThreads.Use(pool, new Item48[Held], rentals));
    }

    [Benchmark(OperationsPerInvoke = ThreadsInGroups * Rentals)]
    [BenchmarkCategory("GrowAndShrink")]
    [Row("POOL-threads-grow-and-shrink", Role.Ours)]
    public long GrowAndShrinkMagazine()
    {
        using var pool = new MagazinePool<Item48>(new Item48Policy());
        return RunGroups(rentals => PoolThreads.Use(pool, new Item48[Held], rentals));
    }

    private static long RunConnections(Func<int, long> use)
    {
        long sum = 0;
        for (int i = 0; i < Connections; i++)
        {
            using var connection = new PoolThreads(1);
            connection.Run(() => sum += use(Rentals));
        }

        return sum;
    }

    private static long RunGroups(Func<int, long> use)
    {
        long sum = 0;
        foreach (int width in s_widths)
        {
            using var group = new PoolThreads(width);
            for (int round = 0; round < 2; round++)
                group.Run(() => sum += use(Rentals / 2));
        }

        return sum;
    }
}
