namespace Pooling.Samples.WebSocketClient;

/// <summary>A clock that a test advances, with the timers of the system, but for short ones: they are recorded, and end
/// at once.</summary>
/// <param name="longest">The longest wait that is recorded.</param>
internal sealed class RecordingTime(TimeSpan longest) : TimeProvider
{
    private TimeSpan _advanced;

    public List<TimeSpan> Waits { get; } = [];

    public void Advance(TimeSpan time) => _advanced += time;

    public override long GetTimestamp() => (long)(_advanced.TotalSeconds * TimestampFrequency);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        bool isShort = dueTime >= TimeSpan.Zero && dueTime <= longest;
        if (isShort)
            Waits.Add(dueTime);

        return System.CreateTimer(callback, state, isShort ? TimeSpan.Zero : dueTime, period);
    }
}
