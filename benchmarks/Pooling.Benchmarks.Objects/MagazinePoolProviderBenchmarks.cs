using System.Text;
using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>String builders of the pool that <c>CreateStringBuilderPool()</c> makes: rent, append, return, one at a time or 16
/// held.</summary>
/// <remarks>Each contender has a loop of its own: one that both share is compiled for whichever comes first.</remarks>
public class MagazinePoolProviderBenchmarks
{
    private const int Operations = 960;

    private readonly ObjectPool<StringBuilder> _default = new DefaultObjectPoolProvider { MaximumRetained = 64 }.CreateStringBuilderPool();
    private readonly ObjectPool<StringBuilder> _magazine = new MagazinePoolProvider().CreateStringBuilderPool();
    private StringBuilder[] _held = [];

    [Params(1, 16)]
    public int Held { get; set; }

    [GlobalSetup]
    public void Setup() => _held = new StringBuilder[Held];

    [GlobalCleanup]
    public void Cleanup() => ((MagazinePool<StringBuilder>)_magazine).Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-string-builder", Role.Before)]
    public long Default()
    {
        ObjectPool<StringBuilder> pool = _default;
        StringBuilder[] held = _held;
        long sum = 0;
        for (int done = 0; done < Operations; done += held.Length)
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

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-string-builder", Role.Ours)]
    public long Magazine()
    {
        ObjectPool<StringBuilder> pool = _magazine;
        StringBuilder[] held = _held;
        long sum = 0;
        for (int done = 0; done < Operations; done += held.Length)
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
}
