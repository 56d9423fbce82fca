namespace Pooling.Tour.Measuring;

/// <summary>Tells a difference from noise.</summary>
internal static class Verdicts
{
    private const double Margin = 0.05;

    /// <summary>Judges a ratio to the plain way, taken round by round.</summary>
    public static Verdict Of(Quartiles ratio) =>
        ratio.Median < 1 - Margin && ratio.High < 1 ? Verdict.Faster
        : ratio.Median > 1 + Margin && ratio.Low > 1 ? Verdict.Slower
        : Verdict.Equal;

    /// <summary>Judges two times.</summary>
    public static Verdict Of(Quartiles time, Quartiles other) =>
        time.Median < other.Median * (1 - Margin) && time.High < other.Low ? Verdict.Faster
        : time.Median > other.Median * (1 + Margin) && time.Low > other.High ? Verdict.Slower
        : Verdict.Equal;
}
