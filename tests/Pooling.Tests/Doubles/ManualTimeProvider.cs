namespace Pooling.Doubles;

/// <summary>A clock that moves when the test says so.</summary>
internal sealed class ManualTimeProvider : TimeProvider
{
    private long _timestamp = 1;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Runs before each reading; may throw or call back.</summary>
    internal Action OnRead { get; set; } = static () => { };

    public override long GetTimestamp()
    {
        OnRead();
        return Volatile.Read(ref _timestamp);
    }

    internal void Advance(TimeSpan by) => Interlocked.Add(ref _timestamp, by.Ticks);
}
