namespace Pooling.Tour.Comparisons;

/// <summary>Distinguishes a difference from noise.</summary>
internal static class Verdicts
{
    private const double Margin = 0.05;

    /// <summary>Returns the verdict for a ratio that was measured round by round.</summary>
    public static Verdict Of(Quartiles ratio) =>
        ratio.Median < 1 - Margin && ratio.High < 1 ? Verdict.Faster
        : ratio.Median > 1 + Margin && ratio.Low > 1 ? Verdict.Slower
        : Verdict.Equal;
}
