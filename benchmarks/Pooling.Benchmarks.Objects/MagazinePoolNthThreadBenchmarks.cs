namespace Pooling.Benchmarks.Objects;

/// <summary>The n-th thread that uses a pool, which is the measured one: what it pays while those before it live and are silent, live and
/// work between, or are dead and no collection has found them.</summary>
public class MagazinePoolNthThreadBenchmarks : ItemPoolBenchmarks<Bytes48>
{
    private const int Rentals = 10_000;

    private PoolThreads? _others;
    private Item<Bytes48>[] _items = [];

    [Params(1, 2, 4, 8, 16, 32, 64, 128, 200)]
    public int Threads { get; set; }

    [Params(1, 4)]
    public int Held { get; set; }

    [Params("Silent", "Working", "Dead")]
    public string Others { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        _items = new Item<Bytes48>[Held];
        _others = new PoolThreads(Others == "Dead" ? 0 : Threads - 1);
        _others.Run(UseBoth);
        for (int i = 1; i < Threads && Others == "Dead"; i++)
        {
            using var one = new PoolThreads(1);
            one.Run(UseBoth);
        }
    }

    [IterationSetup]
    public void LetOthersWork()
    {
        if (Others == "Working")
            _others!.Run(UseBoth);
    }

    public override void Cleanup()
    {
        _others!.Dispose();
        base.Cleanup();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Rentals), Row("POOL-nth-thread", Role.Before)]
    public long Default() => Hold(_default, _items, Rentals);

    [Benchmark(OperationsPerInvoke = Rentals), Row("POOL-nth-thread", Role.Ours)]
    public long Magazine() => Hold(_magazine, _items, Rentals);

    private void UseBoth()
    {
        var items = new Item<Bytes48>[Held];
        Hold(_default, items, 400);
        Hold(_magazine, items, 400);
    }
}
