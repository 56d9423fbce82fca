namespace Pooling.Benchmarks.Objects;

/// <summary>String builders of the pool that <c>CreateStringBuilderPool()</c> makes: rent, append, return, one at a time or 16 held; on
/// one thread, and on two at once.</summary>
[AllThreads]
public class MagazinePoolProviderBenchmarks
{
    private const int Operations = 960;
    private const int OperationsOfTwo = 96_000;
    private const int Stride = 32; // keeps the sums of two threads two cache lines apart

    private readonly ObjectPool<StringBuilder> _default = new DefaultObjectPoolProvider { MaximumRetained = 64 }.CreateStringBuilderPool();
    private readonly ObjectPool<StringBuilder> _magazine = new MagazinePoolProvider().CreateStringBuilderPool();
    private readonly long[] _sums = new long[2 * Stride];
    private readonly Action<int> _useDefault;
    private readonly Action<int> _useMagazine;
    private WorkerThreads _workers = null!;
    private StringBuilder[][] _held = [];

    public MagazinePoolProviderBenchmarks()
    {
        _useDefault = worker => _sums[worker * Stride] = Use(new DefaultBuilders(_default), _held[worker], OperationsOfTwo / 2);
        _useMagazine = worker => _sums[worker * Stride] = Use(new MagazineBuilders(_magazine), _held[worker], OperationsOfTwo / 2);
    }

    [Params(1, 16)]
    public int Held { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _workers = new WorkerThreads(2);
        _held = [new StringBuilder[Held], new StringBuilder[Held]];
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers.Dispose();
        ((MagazinePool<StringBuilder>)_magazine).Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("1 thread")]
    [Row("POOL-string-builder", Role.Before)]
    public long Default() => Use(new DefaultBuilders(_default), _held[0], Operations);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("1 thread")]
    [Row("POOL-string-builder", Role.Ours)]
    public long Magazine() => Use(new MagazineBuilders(_magazine), _held[0], Operations);

    [Benchmark(Baseline = true, OperationsPerInvoke = OperationsOfTwo)]
    [BenchmarkCategory("2 threads")]
    [Row("POOL-string-builder-threads-2", Role.Before)]
    public long DefaultOfTwo() => RunBoth(_useDefault);

    [Benchmark(OperationsPerInvoke = OperationsOfTwo)]
    [BenchmarkCategory("2 threads")]
    [Row("POOL-string-builder-threads-2", Role.Ours)]
    public long MagazineOfTwo() => RunBoth(_useMagazine);

    private long RunBoth(Action<int> use)
    {
        _workers.Run(use);
        return _sums.Sum();
    }

    private static long Use<TPool>(TPool pool, StringBuilder[] held, int operations) where TPool : struct, IBuilderPool
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

    private interface IBuilderPool
    {
        StringBuilder Get();

        void Return(StringBuilder builder);
    }

    private readonly struct DefaultBuilders(ObjectPool<StringBuilder> pool) : IBuilderPool
    {
        public StringBuilder Get() => pool.Get();

        public void Return(StringBuilder builder) => pool.Return(builder);
    }

    private readonly struct MagazineBuilders(ObjectPool<StringBuilder> pool) : IBuilderPool
    {
        public StringBuilder Get() => pool.Get();

        public void Return(StringBuilder builder) => pool.Return(builder);
    }
}
