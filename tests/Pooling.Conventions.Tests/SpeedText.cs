using System.Globalization;

namespace Pooling.Conventions;

/// <summary>Writes the speeds that were measured on several processors: "2.1x faster" means 1/2.1 of the time.</summary>
internal static class SpeedText
{
    private const string Same = "the same time";

    /// <summary>Returns the range of the speeds, or the speed if all are written in the same way.</summary>
    /// <param name="ratios">The time of a contender divided by that of the other, on each processor.</param>
    internal static string Of(IEnumerable<double> ratios)
    {
        double[] sorted = [.. ratios.Order()];
        string fastest = One(sorted[0]);
        string slowest = One(sorted[^1]);
        if (fastest == slowest)
            return fastest;

        return (slowest.Split(' ')[^1], fastest.Split(' ')[^1]) switch
        {
            ("slower", "slower") => $"{fastest.Split(' ')[0]} to {slowest}",
            ("faster", "faster") => $"{slowest.Split(' ')[0]} to {fastest}",
            _ => $"{slowest} to {fastest}",
        };
    }

    private static string One(double ratio)
    {
        string times = Times(ratio < 1 ? 1 / ratio : ratio);
        return times == "1.00" ? Same : $"{times}x {(ratio < 1 ? "faster" : "slower")}";
    }

    // Two digits, or three if the first is a 1, which alone is not precise.
    private static string Times(double ratio) =>
        ratio.ToString(ratio >= 9.95 ? "F0" : ratio >= 1.195 ? "F1" : "F2", CultureInfo.InvariantCulture);
}
