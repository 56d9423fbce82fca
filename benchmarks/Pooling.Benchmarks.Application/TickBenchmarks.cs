namespace Pooling.Benchmarks.Application;

/// <summary>A tick of so many systems. Before, each system gives up the thread; published, the tick is one hop; ours is one hop without a
/// state machine.</summary>
[AllThreads]
public class TickBenchmarks : IThreadPoolWorkItem
{
    private const int Ticks = 200;

    private readonly ManualResetEventSlim _done = new();
    private int _left;
    private long _sum;

    [Params(1, 5, 13, 20)]
    public int Systems { get; set; }

    [GlobalCleanup]
    public void Cleanup() => _done.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Ticks)]
    [Row("AVALON-tick-hop", Role.Before), Row("AVALON-tick-1-yield", Role.Before), Row("AVALON-tick-5-yields", Role.Before)]
    [Row("AVALON-tick-13-yields", Role.Before), Row("AVALON-tick-20-yields", Role.Before)]
    public Task<long> YieldForEachSystem() => Run(yieldsOfTick: Systems);

    [Benchmark(OperationsPerInvoke = Ticks)]
    [Row("AVALON-tick-hop", Role.Published), Row("AVALON-tick-1-yield", Role.Published), Row("AVALON-tick-5-yields", Role.Published)]
    [Row("AVALON-tick-13-yields", Role.Published), Row("AVALON-tick-20-yields", Role.Published)]
    public Task<long> OneYield() => Run(yieldsOfTick: 1);

    [Benchmark(OperationsPerInvoke = Ticks)]
    [Row("AVALON-tick-hop", Role.Ours), Row("AVALON-tick-1-yield", Role.Ours), Row("AVALON-tick-5-yields", Role.Ours)]
    [Row("AVALON-tick-13-yields", Role.Ours), Row("AVALON-tick-20-yields", Role.Ours)]
    public long OneWorkItem()
    {
        _sum = 0;
        _left = Ticks;
        _done.Reset();
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        _done.Wait();
        return _sum;
    }

    /// <summary>One tick, which asks for the next.</summary>
    void IThreadPoolWorkItem.Execute()
    {
        for (int system = 0; system < Systems; system++)
            Update(system);

        if (--_left == 0)
            _done.Set();
        else
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    private async Task<long> Run(int yieldsOfTick)
    {
        _sum = 0;
        for (int tick = 0; tick < Ticks; tick++)
        {
            for (int system = 0; system < Systems; system++)
            {
                if (system < yieldsOfTick)
                    await Task.Yield();

                Update(system);
            }
        }

        return _sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Update(int system) => _sum += system + 1;
}
