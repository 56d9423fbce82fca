namespace Pooling.WebSockets.Client;

/// <summary>A clock with timers that a test advances.</summary>
internal sealed class ManualClock : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<ManualTimer> _timers = [];
    private long _now = 1;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Gets the remaining times of the running timers.</summary>
    public TimeSpan[] Pending
    {
        get
        {
            lock (_lock)
                return [.. _timers.Select(static timer => timer.Due).OfType<long>().Select(due => TimeSpan.FromTicks(due - _now))];
        }
    }

    public override long GetTimestamp() => Interlocked.Read(ref _now);

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddTicks(GetTimestamp());

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        lock (_lock)
            _timers.Add(timer);

        return timer;
    }

    /// <summary>Advances the clock, and runs the timers that are due, each of them once.</summary>
    public void Advance(TimeSpan by)
    {
        ManualTimer[] due;
        lock (_lock)
        {
            _now += by.Ticks;
            due = [.. _timers.Where(timer => timer.Due <= _now)];
            foreach (ManualTimer timer in due)
                timer.Due = timer.Period == Timeout.InfiniteTimeSpan ? null : _now + timer.Period.Ticks;
        }

        foreach (ManualTimer timer in due)
            timer.Run();
    }

    private sealed class ManualTimer(ManualClock clock, Action run) : ITimer
    {
        public long? Due { get; set; } // under the lock of the clock, and so is the period

        public TimeSpan Period { get; private set; }

        public void Run() => run();

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (clock._lock)
            {
                Due = dueTime == Timeout.InfiniteTimeSpan ? null : clock._now + dueTime.Ticks;
                Period = period;
            }

            return true;
        }

        public void Dispose()
        {
            lock (clock._lock)
            {
                Due = null;
                clock._timers.Remove(this);
            }
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return default;
        }
    }
}
