namespace Pooling.Samples;

/// <summary>The median of a set of measurements, and the range of its middle half.</summary>
internal readonly record struct Quartiles(double Low, double Median, double High)
{
    public static Quartiles Of(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return new(At(sorted, 0.25), At(sorted, 0.5), At(sorted, 0.75));
    }

    private static double At(double[] sorted, double quantile)
    {
        double position = quantile * (sorted.Length - 1);
        int below = (int)position;
        int above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + ((sorted[above] - sorted[below]) * (position - below));
    }
}
