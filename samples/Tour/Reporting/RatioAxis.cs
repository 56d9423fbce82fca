using System.Globalization;

namespace Pooling.Tour.Reporting;

/// <summary>A logarithmic axis of ratios, on which half the time is as far from 1 as twice the time.</summary>
internal sealed class RatioAxis
{
    private const double Margin = 0.04; // of the width, on each side, so that no mark is cut off

    private static readonly double[] s_ticks =
        [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

    private readonly double _low;
    private readonly double _high;

    /// <param name="ratios">The ratios that the axis must include.</param>
    public RatioAxis(IReadOnlyCollection<double> ratios)
    {
        _low = s_ticks.LastOrDefault(tick => tick <= Math.Min(ratios.Min(), 0.5), s_ticks[0]);
        _high = s_ticks.FirstOrDefault(tick => tick >= Math.Max(ratios.Max(), 2), s_ticks[^1]);
    }

    public IEnumerable<double> Ticks => s_ticks.Where(tick => tick >= _low && tick <= _high);

    /// <summary>Returns the position of a ratio as an SVG coordinate.</summary>
    public string Place(double ratio)
    {
        double part = Math.Log(Math.Clamp(ratio, _low, _high) / _low) / Math.Log(_high / _low);
        return Percent(Margin + (part * (1 - (2 * Margin))));
    }

    public static string Percent(double part) => (part * 100).ToString("0.##", CultureInfo.InvariantCulture) + "%";
}
