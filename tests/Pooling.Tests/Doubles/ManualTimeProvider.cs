namespace Pooling.Doubles;

/// <summary>A clock that a test advances. Its reading throws according to a plan.</summary>
/// <param name="plan">The plan that decides which reading throws; <see langword="null"/> for none.</param>
internal sealed class ManualTimeProvider(FaultPlan? plan = null) : TimeProvider
{
    private long _timestamp = 1;

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Gets or sets an action that runs before each reading. It may throw or call back.</summary>
    internal Action OnRead { get; set; } = static () => { };

    /// <inheritdoc/>
    public override long GetTimestamp()
    {
        OnRead();
        plan?.Pass(nameof(GetTimestamp));
        return Volatile.Read(ref _timestamp);
    }

    /// <summary>Advances the clock.</summary>
    /// <param name="by">The time that passes.</param>
    internal void Advance(TimeSpan by) => Interlocked.Add(ref _timestamp, by.Ticks);
}
