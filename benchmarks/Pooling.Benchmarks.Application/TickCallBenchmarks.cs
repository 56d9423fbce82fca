namespace Pooling.Benchmarks.Application;

/// <summary>Measures the call of a tick, without waiting and with a timer of one millisecond.</summary>
[AllThreads]
public class TickCallBenchmarks
{
    private const int Calls = 1000;
    private const int Ticks = 10;

    private readonly Action<long> _tick;
    private long _sum;

    public TickCallBenchmarks() => _tick = Tick;

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls), BenchmarkCategory("synchronous"), Row("AVALON-tick-synchronous", Role.Before)]
    public async Task<long> AwaitTask()
    {
        for (int i = 0; i < Calls; i++)
        {
            Tick(i);
            await Task.CompletedTask;
        }

        return _sum;
    }

    [Benchmark(OperationsPerInvoke = Calls), BenchmarkCategory("synchronous"), Row("AVALON-tick-synchronous", Role.Published)]
    public async Task<long> AwaitValueTask()
    {
        for (int i = 0; i < Calls; i++)
        {
            Tick(i);
            await ValueTask.CompletedTask;
        }

        return _sum;
    }

    /// <summary>Calls the tick in the same way as <see cref="TickLoop"/>.</summary>
    [Benchmark(OperationsPerInvoke = Calls), BenchmarkCategory("synchronous"), Row("AVALON-tick-synchronous", Role.Ours)]
    public long CallDelegate()
    {
        for (int i = 0; i < Calls; i++)
            _tick(i);

        return _sum;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Ticks), BenchmarkCategory("timer"), Row("AVALON-tick-periodic-timer", Role.Before)]
    public async Task<long> Delay()
    {
        for (int i = 0; i < Ticks; i++)
        {
            await Task.Delay(1);
            Tick(i);
        }

        return _sum;
    }

    [Benchmark(OperationsPerInvoke = Ticks), BenchmarkCategory("timer"), Row("AVALON-tick-periodic-timer", Role.Published)]
    public async Task<long> PeriodicTimer()
    {
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(1));
        for (int i = 0; i < Ticks; i++)
        {
            await timer.WaitForNextTickAsync();
            Tick(i);
        }

        return _sum;
    }

    /// <summary>Includes starting and ending the thread.</summary>
    [Benchmark(OperationsPerInvoke = Ticks), BenchmarkCategory("timer"), Row("AVALON-tick-periodic-timer", Role.Ours)]
    public long OwnThread()
    {
        using var done = new ManualResetEventSlim();
        using var loop = new TickLoop(1000, number =>
        {
            if (number < Ticks)
                Tick(number);
            else
                done.Set();
        });
        loop.Start();
        done.Wait();
        loop.Stop();
        return _sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Tick(long number) => _sum++;
}
