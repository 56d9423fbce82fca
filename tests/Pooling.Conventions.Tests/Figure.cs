using System.Globalization;

namespace Pooling.Conventions;

/// <summary>One contender of a table of docs/generated/figures.md.</summary>
/// <param name="Name">The name of the contender.</param>
/// <param name="Role">Its role in the comparison, such as <c>Ours</c> or <c>Peer: Channel</c>.</param>
/// <param name="Ratio">The median ratio of its time to that of the first contender, or null if the page has none.</param>
/// <param name="Time">The median time as written on the page.</param>
/// <param name="Allocated">The bytes of an operation as written on the page.</param>
internal sealed record Figure(string Name, string Role, double? Ratio, string Time, string Allocated)
{
    /// <summary>Gets whether it is of this library.</summary>
    internal bool IsOurs => Role.Split(", ").Any(static role => role == "Ours" || role.StartsWith("Ours:", StringComparison.Ordinal));

    /// <summary>Gets whether it does less than the others, as a recommendation for those who need no more.</summary>
    internal bool IsAdvice => Role.Contains("Advice", StringComparison.Ordinal);

    /// <summary>Gets the name, with what the role says about it.</summary>
    internal string Description => Role.Split(": ", 2) is [_, { } what] ? $"{Name} ({what})" : Name;

    /// <summary>Gets the bytes of an operation.</summary>
    internal double Bytes => double.Parse(Allocated.Split(' ')[0], CultureInfo.InvariantCulture);

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
        return new Figure(
            cells[0], cells[1], ratio == "-" ? null : double.Parse(ratio, CultureInfo.InvariantCulture), cells[^3], cells[^1]);
    }
}
