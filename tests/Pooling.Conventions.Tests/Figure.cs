using System.Globalization;

namespace Pooling.Conventions;

/// <summary>One contender of a table of docs/generated/figures.md.</summary>
/// <param name="Name">The name of the contender.</param>
/// <param name="Ratio">The median ratio of its time to that of the first contender, or null if the page has none.</param>
/// <param name="Time">The median time as written on the page.</param>
/// <param name="Allocated">The bytes of an operation as written on the page.</param>
internal sealed record Figure(string Name, double? Ratio, string Time, string Allocated)
{
    /// <summary>Gets the median time in nanoseconds.</summary>
    internal double Nanoseconds
    {
        get
        {
            string[] parts = Time.Replace(",", "", StringComparison.Ordinal).Split(' ');
            double unit = parts[1] switch { "ns" => 1, "us" => 1e3, "ms" => 1e6, _ => throw new FormatException(Time) };
            return double.Parse(parts[0], CultureInfo.InvariantCulture) * unit;
        }
    }

    internal static Figure Parse(string row)
    {
        string[] cells = [.. row.Split('|')[1..^1].Select(static cell => cell.Trim())];
        string ratio = cells[^2].Split(' ')[0];
        return new Figure(cells[0], ratio == "-" ? null : double.Parse(ratio, CultureInfo.InvariantCulture), cells[^3], cells[^1]);
    }
}
