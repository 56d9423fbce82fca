using System.Text.RegularExpressions;

namespace Pooling.Telemetry;

/// <summary>Reads the tables of <c>docs/metrics.md</c>.</summary>
internal static partial class MetricsPage
{
    /// <summary>The metrics that the page lists.</summary>
    internal static IReadOnlyList<DocumentedMetric> Metrics { get; } = [.. Rows("| instrument | kind |").Select(ToMetric)];

    /// <summary>The events that the page lists.</summary>
    internal static IReadOnlyList<DocumentedEvent> Events { get; } =
        [.. Rows("| event | level |").Select(static cells => new DocumentedEvent(Codes(cells[0]).Single(), cells[1], Codes(cells[2])))];

    /// <summary>Returns the series of one pool, as the page describes them.</summary>
    internal static string[] SeriesOf(string pool) =>
        [.. Metrics.SelectMany(metric => metric.SeriesOf(pool)).Order(StringComparer.Ordinal)];

    private static DocumentedMetric ToMetric(string[] cells)
    {
        string[][] attributes = [.. cells[3].Split(';').Select(Codes)];
        Assert.Equal([DocumentedMetric.PoolName], attributes[0]);
        Assert.InRange(attributes.Length, 1, 2);
        string[] second = attributes.Length > 1 ? attributes[1] : [];

        return new DocumentedMetric(
            Codes(cells[0]).Single(), cells[1], Codes(cells[2]).Single(), second.FirstOrDefault(), [.. second.Skip(1)]);
    }

    /// <summary>Returns the cells of the rows of a table.</summary>
    private static IEnumerable<string[]> Rows(string header) =>
        File.ReadLines(Path.Combine(AppContext.BaseDirectory, "docs", "metrics.md"))
            .SkipWhile(line => !line.StartsWith(header, StringComparison.Ordinal))
            .Skip(2)
            .TakeWhile(static line => line.StartsWith('|'))
            .Select(static line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries));

    private static string[] Codes(string cell) => [.. CodePattern().Matches(cell).Select(static code => code.Groups["code"].Value)];

    [GeneratedRegex("`(?<code>[^`]+)`")]
    private static partial Regex CodePattern();
}
