namespace Pooling.Benchmarks.Objects;

/// <summary>The n-th thread that uses a pool, which is the measured one: what it pays while those before it live and are silent, live and
/// work between, or are dead and no collection has found them.</summary>
public class MagazinePoolNthThreadBenchmarks
{
    private const int Rentals = 10_000;
    private const int RentalsOfOthers = 400;

    private readonly DefaultObjectPool<Item<Bytes48>> _default = new(new ItemPolicy<Bytes48>(), 2_048);
    private readonly MagazinePool<Item<Bytes48>> _magazine = new(new ItemPolicy<Bytes48>());
    private PoolThreads? _others;
    private Item<Bytes48>[] _items = [];

    /// <summary>What the threads before the measured one do.</summary>
    public enum OtherThreads
    {
        Silent,
        Working,
        Dead,
    }

    [Params(1, 2, 4, 8, 16, 32, 64, 128, 200)]
    public int Threads { get; set; }

    [Params(1, 4)]
    public int Held { get; set; }

    [Params(OtherThreads.Silent, OtherThreads.Working, OtherThreads.Dead)]
    public OtherThreads Others { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _items = new Item<Bytes48>[Held];
        if (Others == OtherThreads.Dead)
        {
            for (int i = 1; i < Threads; i++)
            {
                using var one = new PoolThreads(1);
                one.Run(UseBoth);
            }

            return;
        }

        _others = new PoolThreads(Threads - 1);
        _others.Run(UseBoth);
    }

    [IterationSetup]
    public void LetOthersWork()
    {
        if (Others == OtherThreads.Working)
            _others!.Run(UseBoth);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _others?.Dispose();
        _magazine.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Rentals)]
    [Row("POOL-nth-thread", Role.Before)]
    public long Default() => ItemLoops<Bytes48>.Hold(new DefaultItems<Bytes48>(_default), _items, Rentals);

    [Benchmark(OperationsPerInvoke = Rentals)]
    [Row("POOL-nth-thread", Role.Ours)]
    public long Magazine() => ItemLoops<Bytes48>.Hold(new MagazineItems<Bytes48>(_magazine), _items, Rentals);

    private void UseBoth()
    {
        var items = new Item<Bytes48>[Held];
        ItemLoops<Bytes48>.Hold(new DefaultItems<Bytes48>(_default), items, RentalsOfOthers);
        ItemLoops<Bytes48>.Hold(new MagazineItems<Bytes48>(_magazine), items, RentalsOfOthers);
    }
}
