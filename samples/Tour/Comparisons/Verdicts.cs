namespace Pooling.Tour.Comparisons;

/// <summary>Distinguishes a difference from noise.</summary>
internal static class Verdicts
{
    private const double Margin = 0.05;
    private const double WideFrom = 1.25;

    /// <summary>Returns the verdict for a ratio that was measured round by round.</summary>
    public static Verdict Of(Quartiles ratio) =>
        ratio.Median < 1 - Margin && ratio.High < 1 ? Verdict.Faster
        : ratio.Median > 1 + Margin && ratio.Low > 1 ? Verdict.Slower
        : IsWide(ratio) ? Verdict.Unclear
        : Verdict.Equal;

    /// <summary>Returns whether the middle half of the rounds is so wide that its median is not a figure to
    /// print.</summary>
    public static bool IsWide(Quartiles ratio) => ratio.High > WideFrom * ratio.Low;
}
