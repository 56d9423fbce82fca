namespace Pooling.Doubles;

/// <summary>A clock that moves when the test says so, and whose reading throws when a plan says so.</summary>
/// <param name="plan">Which reading throws; <see langword="null"/> for none.</param>
internal sealed class ManualTimeProvider(FaultPlan? plan = null) : TimeProvider
{
    private long _timestamp = 1;

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Gets or sets what runs before each reading; it may throw or call back.</summary>
    internal Action OnRead { get; set; } = static () => { };

    /// <inheritdoc/>
    public override long GetTimestamp()
    {
        OnRead();
        plan?.Pass(nameof(GetTimestamp));
        return Volatile.Read(ref _timestamp);
    }

    /// <summary>Moves the clock.</summary>
    /// <param name="by">The time that passes.</param>
    internal void Advance(TimeSpan by) => Interlocked.Add(ref _timestamp, by.Ticks);
}
