namespace Pooling.Benchmarks;

/// <summary>The median of some figures, the quartiles around it, the minimum and the maximum.</summary>
internal readonly record struct Distribution(double Least, double Lower, double Median, double Upper, double Greatest)
{
    private const double WideFrom = 1.5;

    /// <summary>Gets whether the quartiles are so far apart that the median is not meaningful.</summary>
    internal bool IsWide => Upper > WideFrom * Lower;

    internal static Distribution Of(IEnumerable<double> figures)
    {
        double[] sorted = [.. figures.OrderBy(static figure => figure)];
        return new(sorted[0], At(sorted, 0.25), At(sorted, 0.5), At(sorted, 0.75), sorted[^1]);
    }

    // Linear interpolation between two figures.
    private static double At(double[] sorted, double part)
    {
        double position = part * (sorted.Length - 1);
        int below = (int)position;
        int above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + ((sorted[above] - sorted[below]) * (position - below));
    }
}
