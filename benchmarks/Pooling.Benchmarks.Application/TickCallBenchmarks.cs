namespace Pooling.Benchmarks.Application;

/// <summary>How a tick is called: when nothing is waited for, and by a timer of a millisecond.</summary>
[AllThreads]
public class TickCallBenchmarks
{
    private const int Calls = 1000;
    private const int TimerTicks = 10;

    private readonly Action<long> _tick;
    private long _sum;

    public TickCallBenchmarks() => _tick = Tick;

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    [BenchmarkCategory("synchronous")]
    [Row("AVALON-tick-synchronous", Role.Before)]
    public async Task<long> AwaitTask()
    {
        _sum = 0;
        for (int i = 0; i < Calls; i++)
            await TickTask(i);

        return _sum;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    [BenchmarkCategory("synchronous")]
    [Row("AVALON-tick-synchronous", Role.Published)]
    public async Task<long> AwaitValueTask()
    {
        _sum = 0;
        for (int i = 0; i < Calls; i++)
            await TickValueTask(i);

        return _sum;
    }

    /// <summary>As <see cref="TickLoop"/> calls it.</summary>
    [Benchmark(OperationsPerInvoke = Calls)]
    [BenchmarkCategory("synchronous")]
    [Row("AVALON-tick-synchronous", Role.Ours)]
    public long CallDelegate()
    {
        _sum = 0;
        for (int i = 0; i < Calls; i++)
            _tick(i);

        return _sum;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = TimerTicks)]
    [BenchmarkCategory("timer")]
    [Row("AVALON-tick-periodic-timer", Role.Before)]
    public async Task<long> Delay()
    {
        _sum = 0;
        for (int i = 0; i < TimerTicks; i++)
        {
            await Task.Delay(1);
            Tick(i);
        }

        return _sum;
    }

    [Benchmark(OperationsPerInvoke = TimerTicks)]
    [BenchmarkCategory("timer")]
    [Row("AVALON-tick-periodic-timer", Role.Published)]
    public async Task<long> PeriodicTimer()
    {
        _sum = 0;
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(1));
        for (int i = 0; i < TimerTicks; i++)
        {
            await timer.WaitForNextTickAsync();
            Tick(i);
        }

        return _sum;
    }

    /// <summary>With the thread that it starts and ends.</summary>
    [Benchmark(OperationsPerInvoke = TimerTicks)]
    [BenchmarkCategory("timer")]
    [Row("AVALON-tick-periodic-timer", Role.Ours)]
    public long OwnThread()
    {
        _sum = 0;
        using var done = new ManualResetEventSlim();
        using var loop = new TickLoop(1000, _ =>
        {
            if (_sum < TimerTicks)
                Tick(0);
            else
                done.Set();
        });
        loop.Start();
        done.Wait();
        loop.Stop();
        return _sum;
    }

    private Task TickTask(long number)
    {
        Tick(number);
        return Task.CompletedTask;
    }

    private ValueTask TickValueTask(long number)
    {
        Tick(number);
        return ValueTask.CompletedTask;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Tick(long number) => _sum++;
}
