using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.DependencyInjection;

namespace Pooling.Benchmarks.Buffers;

public partial class MagazineMemoryPoolThreadsBenchmarks
{
    private readonly MemoryPool<byte> _kestrel = CreateKestrel();

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("apart")]
    [Row("POOL-memory-threads-2", Role.Peer, "the pool of Kestrel, blocks of 4 KB only")]
    public long Kestrel() => Run(_work ??= _ => Use<OfKestrel>(_kestrel));

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("handover")]
    [Row("POOL-memory-handover", Role.Peer, "the pool of Kestrel, blocks of 4 KB only")]
    public long KestrelHandedOver() => Run(_work ??= index => HandOver<OfKestrel>(_kestrel, index));

    /// <summary>Creates a pool as the server does, from the factory that it registers.</summary>
    internal static MemoryPool<byte> CreateKestrel() =>
        WebApplication.CreateSlimBuilder().Build().Services.GetRequiredService<IMemoryPoolFactory<byte>>().Create();

    private readonly struct OfKestrel;
}
