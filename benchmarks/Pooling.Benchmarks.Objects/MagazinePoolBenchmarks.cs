namespace Pooling.Benchmarks.Objects;

/// <summary>One item at a time: rent, use, reset, return. Leases and the scan refuse double returns; the other pools do not.</summary>
[GenericTypeArguments(typeof(Bytes48)), GenericTypeArguments(typeof(Bytes104))]
public partial class MagazinePoolBenchmarks<TContent> : ItemPoolBenchmarks<TContent> where TContent : struct
{
    private readonly StructPolicyItems<TContent> _structPolicy = new();

    [SmokeCheck(nameof(New))]
    public string SizeOfItem() => ObjectSize.Check(static () => new Item<TContent>(), typeof(TContent) == typeof(Bytes48) ? 48 : 104);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Before), Row("POOL-lease-*", Role.Before)]
    public long New() => Use(default(NewItems<TContent>));

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Peer, "DefaultObjectPool")]
    [Row("POOL-lease-*", Role.Peer, "DefaultObjectPool: accepts double returns")]
    public long Default() => Use(_default);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Published, "rejects double returns")]
    [Row("POOL-lease-*", Role.Published)]
    public long Scan() => Use(_scan);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Ours)]
    public long Magazine() => Use(_magazine);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Ours, "struct policy, as in the library's own pools")]
    public long MagazineStructPolicy() => Use(_structPolicy);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-lease-*", Role.Ours)]
    public long Lease() => UseLeases(_lease, Operations);
}
