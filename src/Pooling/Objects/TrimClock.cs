namespace Pooling.Objects;

/// <summary>Reports to one caller per interval that a trim is due. Called without a lock, since the clock is user
/// code.</summary>
internal sealed class TrimClock
{
    private readonly TimeProvider? _timeProvider; // null: the system clock, read in the cheapest way
    private readonly long _interval; // milliseconds; negative: never
    private long _last;

    internal TrimClock(TimeSpan interval, TimeProvider? timeProvider)
    {
        _timeProvider = timeProvider is null || timeProvider == TimeProvider.System ? null : timeProvider;
        // whole milliseconds, as the clock counts; less than zero is infinite
        _interval = interval < TimeSpan.Zero
            ? -1
            : Math.Max(1, (interval.Ticks - 1) / TimeSpan.TicksPerMillisecond + 1);
        if (_timeProvider is null)
            _last = MonotonicClock.Milliseconds; // directly: this is compiled for the first pool of a process
        else
            Restart();
    }

    /// <summary>Validates an interval, for the options of every pool that has such a clock.</summary>
    /// <param name="interval">Must be zero, positive, or infinite.</param>
    /// <param name="option">The name of the option.</param>
    internal static void CheckInterval(TimeSpan interval, string option)
    {
        if (interval < TimeSpan.Zero && interval != Timeout.InfiniteTimeSpan)
        {
            Throw.ArgumentOutOfRange(
                option, interval,
                $"{option} ('{interval}') must be zero, positive, "
                + $"or Timeout.InfiniteTimeSpan ('{Timeout.InfiniteTimeSpan}').");
        }
    }

    /// <returns><see langword="true"/> for one caller once the interval has passed; the next interval starts
    /// then.</returns>
    internal bool IsDue()
    {
        if (_interval < 0)
            return false;

        long now = Now();
        long last = Interlocked.Read(ref _last); // pairs with the exchanges here and in Restart
        return now - last >= _interval && Interlocked.CompareExchange(ref _last, now, last) == last;
    }

    /// <summary>Starts a new interval, after a trim for another reason.</summary>
    internal void Restart()
    {
        if (_interval >= 0)
            Interlocked.Exchange(ref _last, Now()); // pairs with the read in IsDue
    }

    private long Now() => _timeProvider is null
        ? MonotonicClock.Milliseconds
        : (long)_timeProvider.GetElapsedTime(0).TotalMilliseconds;
}
