using System.Diagnostics;

namespace Pooling.GameServer.World;

/// <summary>Calls a tick on one thread of its own, so many times a second, on one <see cref="PeriodicTimer"/>.</summary>
/// <remarks>The timer's period is set anew for each tick from when that tick is due, since a period has whole milliseconds: 60 ticks a
/// second are 60, and one late tick makes no other late. A tick that is missed altogether is left out, not made up for.</remarks>
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
    /// <param name="tick">Is given the number of the tick, from 0.</param>
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

    /// <summary>How long the ticks took, without the waiting.</summary>
    public TickHistogram Durations { get; } = new();

    /// <summary>What the thread spent in all, if the system tells: ticks are long by their own work,
    /// or because others had the processors.</summary>
    public ThreadTime Time => ThreadTime.Read(_timeSource);

    /// <summary>Ticks that took longer than their share of a second.</summary>
    public long Overruns => Volatile.Read(ref _overruns);

    /// <summary>Ticks that began more than half a period late, because the machine was busy or the tick before was long.</summary>
    public long LateWakeUps => Volatile.Read(ref _late);

    /// <summary>Whether a tick threw, which ended the loop.</summary>
    public bool HasFailed => Volatile.Read(ref _fault) is not null;

    /// <summary>Ticks that were left out.</summary>
    public long Missed => Volatile.Read(ref _missed);

    public void Start() => _thread.Start();

    /// <summary>Ends the loop after the tick that is running.</summary>
    /// <exception cref="InvalidOperationException">A tick threw, which had ended the loop.</exception>
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
                return; // as near as whole milliseconds come

            try
            {
                _timer.Period = TimeSpan.FromMilliseconds(Math.Max(1, Math.Round(remaining)));
            }
            catch (ObjectDisposedException)
            {
                return; // stopped meanwhile
            }

            WaitForTimer();
        }
    }

    // Waits without a task: the timer's own value task resumes this thread.
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
