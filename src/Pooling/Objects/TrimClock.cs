namespace Pooling.Objects;

/// <summary>Tells once per interval that a trim is due. Used under the depot's lock.</summary>
internal sealed class TrimClock
{
    private readonly TimeProvider? _timeProvider; // null: the system's, read in its cheapest form
    private readonly long _interval; // milliseconds; negative: never
    private long _last;

    internal TrimClock(TimeSpan interval, TimeProvider timeProvider)
    {
        _timeProvider = timeProvider == TimeProvider.System ? null : timeProvider;
        _interval = interval == Timeout.InfiniteTimeSpan ? -1 : (long)interval.TotalMilliseconds;
        _last = _interval < 0 ? 0 : Now();
    }

    internal bool IsDue()
    {
        if (_interval < 0)
            return false;

        long now = Now();
        if (now - _last < _interval)
            return false;

        _last = now;
        return true;
    }

    private long Now() => _timeProvider is null
        ? MonotonicClock.Milliseconds
        : (long)_timeProvider.GetElapsedTime(0).TotalMilliseconds;
}
