namespace Pooling.Benchmarks;

/// <summary>Contenders on two threads.</summary>
public class ThreadsBenchmarks
{
    private readonly WorkerThreads _workers = new(2);
    private readonly Barrier _both = new(2);
    private readonly byte[]?[] _kept = new byte[]?[2];
    private readonly bool[] _met = new bool[2];

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers.Dispose();
        _both.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = 2), Row("TEST", Role.Before)]
    public bool Allocating()
    {
        _workers.Run(worker => _kept[worker] = new byte[100_000]);
        return true;
    }

    [Benchmark(OperationsPerInvoke = 2), Row("TEST", Role.Ours)]
    public bool Meeting()
    {
        _workers.Run(worker => _met[worker] = _both.SignalAndWait(TimeSpan.FromMinutes(1)));
        return _met[0] && _met[1];
    }
}
