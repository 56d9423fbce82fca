namespace Pooling.Benchmarks;

/// <summary>The median of some figures and the quartiles around it.</summary>
internal readonly record struct Distribution(double Lower, double Median, double Upper)
{
    internal static Distribution Of(IEnumerable<double> figures)
    {
        double[] sorted = [.. figures.Order()];
        return new(At(sorted, 0.25), At(sorted, 0.5), At(sorted, 0.75));
    }

    // Between two figures: the straight line.
    private static double At(double[] sorted, double part)
    {
        double position = part * (sorted.Length - 1);
        int below = (int)position;
        int above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + ((sorted[above] - sorted[below]) * (position - below));
    }
}
