namespace Pooling.Benchmarks.Objects;

/// <summary>One item at a time: rent, use, reset, return.</summary>
[GenericTypeArguments(typeof(Bytes48))]
[GenericTypeArguments(typeof(Bytes104))]
public partial class MagazinePoolBenchmarks<TContent> where TContent : struct
{
    private const int Operations = 1_000;

    private readonly ObjectPool<Item<TContent>> _default = new DefaultObjectPool<Item<TContent>>(new ItemPolicy<TContent>(), 1_024);
    private readonly ScanPool<Item<TContent>> _scan = new(static () => new Item<TContent>());
    private readonly MagazinePool<Item<TContent>> _magazine = new(new ItemPolicy<TContent>());
    private readonly MagazinePool<Item<TContent>> _resettable = MagazinePool.Create<Item<TContent>>();
    private readonly PolicyPool<Item<TContent>, ItemStructPolicy<TContent>> _structPolicy = new(default, new StoreOptions());

    [GlobalCleanup]
    public void Cleanup()
    {
        _magazine.Dispose();
        _resettable.Dispose();
        _structPolicy.Lifetime.Dispose();
    }

    [SmokeCheck(nameof(New))]
    public string SizeOfItem() => ObjectSize.Check(static () => new Item<TContent>(), typeof(TContent) == typeof(Bytes48) ? 48 : 104);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Before)]
    public long New() => ItemLoops<TContent>.Use(default(NewItems<TContent>), Operations);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Peer, "DefaultObjectPool")]
    public long Default() => ItemLoops<TContent>.Use(new DefaultItems<TContent>(_default), Operations);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Published, "refuses double returns")]
    public long Scan() => ItemLoops<TContent>.Use(new ScanItems<TContent>(_scan), Operations);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Ours)]
    public long Magazine() => ItemLoops<TContent>.Use(new MagazineItems<TContent>(_magazine), Operations);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Ours, "no policy: IResettable")]
    public long MagazineOfResettable() => ItemLoops<TContent>.Use(new MagazineItems<TContent>(_resettable), Operations);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-depth-1-*", Role.Ours, "struct policy, as in the library's own pools")]
    public long MagazineStructPolicy() => ItemLoops<TContent>.Use(new StructPolicyItems<TContent>(_structPolicy), Operations);
}
