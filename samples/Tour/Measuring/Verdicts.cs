namespace Pooling.Tour.Measuring;

/// <summary>Tells a difference from noise.</summary>
internal static class Verdicts
{
    private const double Margin = 0.05;

    /// <summary>Judges a ratio that was taken round by round.</summary>
    public static Verdict Of(Quartiles ratio) =>
        ratio.Median < 1 - Margin && ratio.High < 1 ? Verdict.Faster
        : ratio.Median > 1 + Margin && ratio.Low > 1 ? Verdict.Slower
        : Verdict.Equal;
}
