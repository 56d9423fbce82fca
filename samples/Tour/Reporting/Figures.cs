using System.Globalization;
using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Reporting;

/// <summary>Formats numbers for people, in the console and on the page.</summary>
internal static class Figures
{
    /// <param name="nanoseconds">The time.</param>
    /// <param name="micro">The unit for microseconds: a console may lack the Greek letter.</param>
    public static string Time(double nanoseconds, string micro = "us") => nanoseconds switch
    {
        < 1_000 => Short(nanoseconds) + " ns",
        < 1_000_000 => Short(nanoseconds / 1_000) + " " + micro,
        < 1_000_000_000 => Short(nanoseconds / 1_000_000) + " ms",
        _ => Short(nanoseconds / 1_000_000_000) + " s",
    };

    public static string Bytes(double bytes) => bytes switch
    {
        < 0.5 => "0 B",
        < 100_000 => bytes.ToString("N0", CultureInfo.InvariantCulture) + " B",
        < 10_000_000 => (bytes / 1_000).ToString("N0", CultureInfo.InvariantCulture) + " KB",
        _ => (bytes / 1_000_000).ToString("N1", CultureInfo.InvariantCulture) + " MB",
    };

    public static string Ratio(double ratio) =>
        ratio.ToString(ratio switch { < 0.1 => "0.000", < 10 => "0.00", < 100 => "0.0", _ => "N0" }, CultureInfo.InvariantCulture) + "x";

    /// <summary>Formats a ratio that was measured round by round: its median, or the middle half of the rounds if that
    /// is wide.</summary>
    public static string Ratio(Quartiles ratio) =>
        Verdicts.IsWide(ratio) ? $"{Ratio(ratio.Low)}-{Ratio(ratio.High)}" : Ratio(ratio.Median);

    public static string Count(long count) => count.ToString("N0", CultureInfo.InvariantCulture);

    public static string Collections(ComparisonRow row) =>
        string.Create(CultureInfo.InvariantCulture, $"{row.Gen0:N0} / {row.Gen1:N0} / {row.Gen2:N0}");

    private static string Short(double value) =>
        value.ToString(value switch { < 10 => "0.00", < 100 => "0.0", _ => "0" }, CultureInfo.InvariantCulture);
}
