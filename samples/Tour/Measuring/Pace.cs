namespace Pooling.Tour.Measuring;

/// <summary>How long to measure.</summary>
/// <param name="WarmUp">Before the timing, at least.</param>
/// <param name="LongestWarmUp">On a busy machine, where the compiler takes its time to optimize the contenders.</param>
/// <param name="Quiet">How long the compiler must have had nothing to do before the timing starts.</param>
/// <param name="Budget">The timing of one comparison.</param>
/// <param name="Round">One turn of all contenders of a comparison.</param>
internal sealed record Pace(TimeSpan WarmUp, TimeSpan LongestWarmUp, TimeSpan Quiet, TimeSpan Budget, TimeSpan Round)
{
    /// <summary>At least so many rounds are timed, however long they take: a median of fewer says little.</summary>
    public const int LeastRounds = 5;

    // The compiler optimizes what was called often once nothing new was called for 100 ms: a quiet time must be longer than that.
    public static Pace Full { get; } = new(
        WarmUp: TimeSpan.FromMilliseconds(500),
        LongestWarmUp: TimeSpan.FromMilliseconds(2500),
        Quiet: TimeSpan.FromMilliseconds(200),
        Budget: TimeSpan.FromMilliseconds(1600),
        Round: TimeSpan.FromMilliseconds(50));

    public static Pace Quick { get; } = new(
        WarmUp: TimeSpan.FromMilliseconds(200),
        LongestWarmUp: TimeSpan.FromMilliseconds(700),
        Quiet: TimeSpan.FromMilliseconds(130),
        Budget: TimeSpan.FromMilliseconds(300),
        Round: TimeSpan.FromMilliseconds(25));
}
