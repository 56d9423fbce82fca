namespace Pooling.Benchmarks.Application;

/// <summary>Measures 200 ticks with a number of systems. Before, each system yields the thread. As published, a tick is one hop. Ours is
/// one hop without a state machine.</summary>
[AllThreads]
public class TickBenchmarks : IThreadPoolWorkItem
{
    private const int Ticks = 200;

    private static readonly ManualResetEventSlim s_done = new();

    private int _left;
    private long _sum;

    [Params(1, 5, 13, 20)]
    public int Systems { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Ticks), Row("AVALON-tick-*", Role.Before)]
    public Task<long> YieldForEachSystem() => Run(yieldsOfTick: Systems);

    [Benchmark(OperationsPerInvoke = Ticks), Row("AVALON-tick-*", Role.Published)]
    public Task<long> OneYield() => Run(yieldsOfTick: 1);

    [Benchmark(OperationsPerInvoke = Ticks), Row("AVALON-tick-*", Role.Ours)]
    public long OneWorkItem()
    {
        _left = Ticks;
        s_done.Reset();
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        s_done.Wait();
        return _sum;
    }

    /// <summary>Runs one tick, and queues the next.</summary>
    void IThreadPoolWorkItem.Execute()
    {
        for (int system = 0; system < Systems; system++)
            Update(system);

        if (--_left == 0)
            s_done.Set();
        else
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    private async Task<long> Run(int yieldsOfTick)
    {
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
