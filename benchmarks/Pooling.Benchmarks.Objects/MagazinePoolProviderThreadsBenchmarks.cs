using System.Text;
using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>String builders of the pool that <c>CreateStringBuilderPool()</c> makes, on two threads at once, one each at a time; the time
/// is that of one thread's operation.</summary>
public class MagazinePoolProviderThreadsBenchmarks
{
    private const int Operations = 50_000;
    private const int Stride = 32; // keeps the sums of two threads two cache lines apart

    private readonly ObjectPool<StringBuilder> _default = new DefaultObjectPoolProvider { MaximumRetained = 64 }.CreateStringBuilderPool();
    private readonly ObjectPool<StringBuilder> _magazine = new MagazinePoolProvider().CreateStringBuilderPool();
    private readonly long[] _sums = new long[2 * Stride];
    private readonly Action<int> _useDefault;
    private readonly Action<int> _useMagazine;
    private WorkerThreads _workers = null!;

    public MagazinePoolProviderThreadsBenchmarks() => (_useDefault, _useMagazine) = (UseDefault, UseMagazine);

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(2);

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers.Dispose();
        ((MagazinePool<StringBuilder>)_magazine).Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-string-builder-threads-2", Role.Before)]
    public long Default() => RunBoth(_useDefault);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-string-builder-threads-2", Role.Ours)]
    public long Magazine() => RunBoth(_useMagazine);

    private long RunBoth(Action<int> use)
    {
        _workers.Run(use);
        return _sums[0] + _sums[Stride];
    }

    private void UseDefault(int worker)
    {
        ObjectPool<StringBuilder> pool = _default;
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            StringBuilder builder = pool.Get().Append("order ").Append((char)('a' + (i & 15)));
            sum += builder.Length + builder[6];
            pool.Return(builder);
        }

        _sums[worker * Stride] = sum;
    }

    private void UseMagazine(int worker)
    {
        ObjectPool<StringBuilder> pool = _magazine;
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            StringBuilder builder = pool.Get().Append("order ").Append((char)('a' + (i & 15)));
            sum += builder.Length + builder[6];
            pool.Return(builder);
        }

        _sums[worker * Stride] = sum;
    }
}
