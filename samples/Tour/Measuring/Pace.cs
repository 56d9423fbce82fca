namespace Pooling.Tour.Measuring;

/// <summary>The durations of measurements.</summary>
/// <param name="WarmUp">The minimum warm-up before the timing.</param>
/// <param name="MaxWarmUp">The maximum warm-up, on a busy machine where the compiler takes longer to optimize the contenders.</param>
/// <param name="Quiet">The time for which the compiler must have been idle before the timing starts.</param>
/// <param name="Budget">The time for timing one comparison.</param>
/// <param name="Round">The time of one turn of all contenders of a comparison.</param>
internal sealed record Pace(TimeSpan WarmUp, TimeSpan MaxWarmUp, TimeSpan Quiet, TimeSpan Budget, TimeSpan Round)
{
    /// <summary>The minimum number of rounds, however long they take: a median of fewer is not meaningful.</summary>
    public const int MinRounds = 5;

    // The compiler optimizes frequently called methods once no new method was called for 100 ms, so the quiet time must be longer than
    // that.
    public static Pace Full { get; } = new(
        WarmUp: TimeSpan.FromMilliseconds(500),
        MaxWarmUp: TimeSpan.FromMilliseconds(2500),
        Quiet: TimeSpan.FromMilliseconds(200),
        Budget: TimeSpan.FromMilliseconds(1600),
        Round: TimeSpan.FromMilliseconds(50));

    public static Pace Quick { get; } = new(
        WarmUp: TimeSpan.FromMilliseconds(200),
        MaxWarmUp: TimeSpan.FromMilliseconds(700),
        Quiet: TimeSpan.FromMilliseconds(130),
        Budget: TimeSpan.FromMilliseconds(300),
        Round: TimeSpan.FromMilliseconds(25));
}
