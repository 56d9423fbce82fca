using System.Diagnostics;

namespace Pooling.GameServer.World;

/// <summary>Calls a tick at a fixed rate on a dedicated thread, with one <see cref="PeriodicTimer"/>.</summary>
/// <remarks>The timer's period is set for each tick from the time at which that tick is due, because a period has whole milliseconds: 60
/// ticks per second are exactly 60, and one late tick does not delay others. A tick that is missed completely is skipped.</remarks>
internal sealed class TickLoop : IDisposable
{
    private readonly int _ticksPerSecond;
    private readonly Action<long> _tick;
    private readonly PeriodicTimer _timer;
    private readonly AutoResetEvent _due = new(false);
    private readonly Action _signal;
    private readonly Thread _thread;
    private volatile bool _isStopping;
    private Exception? _fault;
    private volatile string? _timeSource;
    private long _overruns;
    private long _late;
    private long _missed;

    /// <param name="ticksPerSecond">From 1 to 1,000.</param>
    /// <param name="tick">Called with the number of the tick, starting at 0.</param>
    public TickLoop(int ticksPerSecond, Action<long> tick)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(ticksPerSecond, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(ticksPerSecond, 1000);

        _ticksPerSecond = ticksPerSecond;
        _tick = tick;
        _timer = new PeriodicTimer(TimeSpan.FromMilliseconds(1));
        _signal = () => _due.Set();
        _thread = new Thread(Run) { IsBackground = true, Name = "tick" };
    }

    /// <summary>The durations of the ticks, without the waiting.</summary>
    public TickHistogram Durations { get; } = new();

    /// <summary>The total time of the thread, if the system reports it. It shows whether ticks are long because of their own work, or
    /// because the processors were busy.</summary>
    public ThreadTime Time => ThreadTime.Read(_timeSource);

    /// <summary>The number of ticks that took longer than their period.</summary>
    public long Overruns => Volatile.Read(ref _overruns);

    /// <summary>The number of ticks that began more than half a period late, because the machine was busy or the previous tick was
    /// long.</summary>
    public long LateWakeUps => Volatile.Read(ref _late);

    /// <summary>Whether a tick threw, which ended the loop.</summary>
    public bool HasFailed => Volatile.Read(ref _fault) is not null;

    /// <summary>The number of skipped ticks.</summary>
    public long Missed => Volatile.Read(ref _missed);

    public void Start() => _thread.Start();

    /// <summary>Ends the loop after the current tick.</summary>
    /// <exception cref="InvalidOperationException">A tick threw, which ended the loop.</exception>
    public void Stop()
    {
        _isStopping = true;
        _timer.Dispose();
        if (_thread.IsAlive)
            _thread.Join();

        if (Interlocked.Exchange(ref _fault, null) is { } fault)
            throw new InvalidOperationException("A tick failed.", fault);
    }

    public void Dispose()
    {
        _isStopping = true;
        _timer.Dispose();
        if (_thread.IsAlive)
            _thread.Join();

        _due.Dispose();
    }

    private void Run()
    {
        try
        {
            Loop();
        }
        catch (Exception exception)
        {
            Volatile.Write(ref _fault, exception);
        }
    }

    private void Loop()
    {
        _timeSource = ThreadTime.FindSource();
        long start = Stopwatch.GetTimestamp();
        long budget = Stopwatch.Frequency / _ticksPerSecond;
        for (long number = 0, due = 1; !_isStopping; number++, due++)
        {
            WaitUntil(start, due);
            if (_isStopping)
                return;

            long begin = Stopwatch.GetTimestamp();
            if (begin - At(start, due) > budget / 2)
                Volatile.Write(ref _late, _late + 1);

            _tick(number);
            long end = Stopwatch.GetTimestamp();
            Durations.Record((end - begin) * 1_000_000 / Stopwatch.Frequency);
            if (end - begin > budget)
                Volatile.Write(ref _overruns, _overruns + 1);

            while (end >= At(start, due + 1) + budget)
            {
                due++;
                Volatile.Write(ref _missed, _missed + 1);
            }
        }
    }

    private void WaitUntil(long start, long due)
    {
        while (!_isStopping)
        {
            double remaining = (At(start, due) - Stopwatch.GetTimestamp()) * 1000.0 / Stopwatch.Frequency;
            if (remaining < 0.5)
                return; // as close as whole milliseconds allow

            try
            {
                _timer.Period = TimeSpan.FromMilliseconds(Math.Max(1, Math.Round(remaining)));
            }
            catch (ObjectDisposedException)
            {
                return; // stopped in the meantime
            }

            WaitForTimer();
        }
    }

    // Waits without a task: the timer's value task resumes this thread.
    private void WaitForTimer()
    {
        System.Runtime.CompilerServices.ValueTaskAwaiter<bool> awaiter = _timer.WaitForNextTickAsync().GetAwaiter();
        if (!awaiter.IsCompleted)
        {
            awaiter.UnsafeOnCompleted(_signal);
            _due.WaitOne();
        }

        awaiter.GetResult();
    }

    private long At(long start, long number) => start + (long)(number * (double)Stopwatch.Frequency / _ticksPerSecond);
}
