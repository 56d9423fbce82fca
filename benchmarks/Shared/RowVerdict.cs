namespace Pooling.Benchmarks;

/// <summary>Describes the promise of a row, and whether the contenders of a group keep it.</summary>
internal static class RowVerdict
{
    /// <returns>The row in a line or two of Markdown.</returns>
    internal static string Describe(BenchmarkRow row, IReadOnlyList<RatioResult> group)
    {
        string text = $"`{row.Id}`: {row.Title}.";
        if (row.Ratio is { } published)
            text += $" Published by {row.Source}: {published}{(row.Loss ? ", slower than the plain way" : "")}.";

        if (row.Target is { } target)
            text += $" Target: {target}.";

        string[] verdicts = [.. Verdicts(row, group)];
        if (verdicts.Length > 0)
            text += $" Result: {string.Join("; ", verdicts)}.";

        return row.Note is { } note ? $"{text} {Capitalized(note)}." : text;
    }

    private static IEnumerable<string> Verdicts(BenchmarkRow row, IReadOnlyList<RatioResult> group)
    {
        RatioResult? ours = Best(row, group, nameof(Role.Ours));
        if (ours is null)
            yield break;

        if (Best(row, group, nameof(Role.Published)) is { } published)
        {
            yield return $"{Compare(ours, published, 1, "the published technique")} and {Allocates(ours)}, compared with "
                + $"{Number(published.Bytes)} B {Verdict(Shown(ours.Bytes) <= Shown(published.Bytes))}";
        }

        foreach (RowLimit limit in row.Limits ?? [])
        {
            RatioResult? contender = limit.Ours is { } name ? group.FirstOrDefault(result => result.Name == name) : ours;
            RatioResult? other = limit.Of is null ? group[0] : group.FirstOrDefault(result => result.Name == limit.Of);
            string? time = contender is not null && other is not null && limit.Time is { } maxTime
                ? Compare(contender, other, maxTime, $"`{other.Name}`")
                : null;
            string? bytes = contender is not null && limit.Bytes is { } maxBytes
                ? $"{Allocates(contender)} {Verdict(Shown(contender.Bytes) <= maxBytes)}"
                : null;
            if (time is not null)
                yield return bytes is null ? time : $"{time} and {bytes}";
            else if (bytes is not null)
                yield return $"`{contender!.Name}` {bytes}";
        }
    }

    private static RatioResult? Best(BenchmarkRow row, IReadOnlyList<RatioResult> group, string role) =>
        group.Where(result => result.Rows.Any(named => named.Id == row.Id && named.Role == role)).MinBy(result => result.Nanoseconds);

    private static string Compare(RatioResult ours, RatioResult other, double limit, string name)
    {
        if (!ours.HasRatio || !other.HasRatio)
            return $"`{ours.Name}` has no ratio (a time is below 1 ns)";

        Distribution ratio = Distribution.Of(ours.Ratios.Zip(other.Ratios, static (one, two) => one / two));
        if (ratio.IsWide && ratio.Lower <= limit && ratio.Upper > limit)
        {
            string range = string.Create(CultureInfo.InvariantCulture, $"{ratio.Lower:F2} to {ratio.Upper:F2}");
            return $"`{ours.Name}` takes {range} × the time of {name} (machine too busy to tell)";
        }

        string times = ratio.Median.ToString("F2", CultureInfo.InvariantCulture);
        return $"`{ours.Name}` takes {times} × the time of {name} {Verdict(ratio.Median <= limit)}";
    }

    private static string Allocates(RatioResult contender) => $"allocates {Number(contender.Bytes)} B";

    private static string Verdict(bool isMet) => isMet ? "(met)" : "(**missed**)";

    // Bytes are compared as displayed, because other threads of the process may add a fraction of a byte to an operation.
    private static double Shown(double bytes) => Math.Round(bytes, 2);

    private static string Number(double bytes) => bytes.ToString("#,0.##", CultureInfo.InvariantCulture);

    private static string Capitalized(string note) => char.ToUpperInvariant(note[0]) + note[1..].TrimEnd('.');
}
