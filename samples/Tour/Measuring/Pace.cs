namespace Pooling.Tour.Measuring;

/// <summary>How long to measure.</summary>
/// <param name="WarmUp">Before the timing, until the compiler has optimized the contenders.</param>
/// <param name="Budget">The timing of one comparison.</param>
/// <param name="Round">One turn of all contenders of a comparison.</param>
internal sealed record Pace(TimeSpan WarmUp, TimeSpan Budget, TimeSpan Round)
{
    /// <summary>At least so many rounds are timed, however long they take: a median of fewer says little.</summary>
    public const int LeastRounds = 5;

    public static Pace Full { get; } = new(TimeSpan.FromMilliseconds(600), TimeSpan.FromMilliseconds(2000), TimeSpan.FromMilliseconds(80));

    public static Pace Quick { get; } = new(TimeSpan.FromMilliseconds(250), TimeSpan.FromMilliseconds(350), TimeSpan.FromMilliseconds(35));
}
