namespace Pooling.Benchmarks.Objects;

/// <summary>Measures string builders of the pool that <c>CreateStringBuilderPool()</c> creates. They are rented, appended to and returned,
/// one at a time or 16 held, on one thread, and on two at once.</summary>
[AllThreads]
public class MagazinePoolProviderBenchmarks
{
    private const int Operations = 96_000;

    private readonly ObjectPool<StringBuilder> _default = new DefaultObjectPoolProvider { MaximumRetained = 64 }.CreateStringBuilderPool();
    private readonly ObjectPool<StringBuilder> _magazine = new MagazinePoolProvider().CreateStringBuilderPool();
    private WorkerThreads _workers = null!;
    private long _sum;

    [Params(1, 2)]
    public int Threads { get; set; }

    [Params(1, 16)]
    public int Held { get; set; }

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(Threads);

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers.Dispose();
        ((MagazinePool<StringBuilder>)_magazine).Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), Row("POOL-string-builder*", Role.Before, "DefaultObjectPoolProvider")]
    public long Default() => Run<OfDefault>(_default);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-string-builder*", Role.Ours)]
    public long Magazine() => Run<OfMagazine>(_magazine);

    private long Run<TContender>(ObjectPool<StringBuilder> pool) where TContender : struct
    {
        _sum = 0;
        _workers.Run(_ => Interlocked.Add(ref _sum, Use<TContender>(pool, new StringBuilder[Held], Operations / Threads)));
        return _sum;
    }

    /// <typeparam name="TContender">A struct, so that each contender has a separate loop.</typeparam>
    private static long Use<TContender>(ObjectPool<StringBuilder> pool, StringBuilder[] held, int operations) where TContender : struct
    {
        long sum = 0;
        for (int done = 0; done < operations; done += held.Length)
        {
            for (int i = 0; i < held.Length; i++)
                held[i] = pool.Get().Append("order ").Append((char)('a' + i));

            foreach (StringBuilder builder in held)
            {
                sum += builder.Length + builder[6];
                pool.Return(builder);
            }
        }

        return sum;
    }

    private readonly struct OfDefault;

    private readonly struct OfMagazine;
}
