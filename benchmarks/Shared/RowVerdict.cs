namespace Pooling.Benchmarks;

/// <summary>Says what a row promises, and whether the contenders of a group keep it.</summary>
internal static class RowVerdict
{
    /// <returns>The row in a line or two of Markdown.</returns>
    internal static string Describe(BenchmarkRow row, IReadOnlyList<RatioResult> group)
    {
        string text = $"`{row.Id}`: {row.Title}.";
        if (row.Ratio is { } published)
            text += $" Published by {row.Source}: {published}{(row.Loss ? ", a loss" : "")}.";

        if (row.Target is { } target)
            text += $" Target: {target}.";

        string[] verdicts = [.. Verdicts(row, group)];
        if (verdicts.Length > 0)
            text += $" Here: {string.Join("; ", verdicts)}.";

        return row.Note is { } note ? $"{text} {Capitalized(note)}." : text;
    }

    private static IEnumerable<string> Verdicts(BenchmarkRow row, IReadOnlyList<RatioResult> group)
    {
        RatioResult? ours = Best(row, group, nameof(Role.Ours));
        if (ours is null)
            yield break;

        if (Best(row, group, nameof(Role.Published)) is { } published)
        {
            yield return Compare(ours, published, 1, "the published technique");
            yield return Verdict(ours.Bytes <= published.Bytes, $"{Number(ours.Bytes)} B against its {Number(published.Bytes)} B");
        }

        foreach (RowLimit limit in row.Limits ?? [])
        {
            RatioResult? contender = limit.Ours is { } name ? group.FirstOrDefault(result => result.Name == name) : ours;
            RatioResult? other = limit.Of is null ? group[0] : group.FirstOrDefault(result => result.Name == limit.Of);
            if (contender is not null && other is not null && limit.Time is { } time)
                yield return Compare(contender, other, time, other.Name);

            if (contender is not null && limit.Bytes is { } bytes)
                yield return Verdict(contender.Bytes <= bytes, $"{Number(contender.Bytes)} B");
        }
    }

    private static RatioResult? Best(BenchmarkRow row, IReadOnlyList<RatioResult> group, string role) =>
        group.Where(result => result.Rows.Any(named => named.Id == row.Id && named.Role == role)).MinBy(result => result.Nanoseconds);

    private static string Compare(RatioResult ours, RatioResult other, double limit, string name)
    {
        if (!ours.HasRatio || !other.HasRatio)
            return $"`{ours.Name}` below 1 ns: no ratio";

        double ratio = Distribution.Of(ours.Ratios.Zip(other.Ratios, static (one, two) => one / two)).Median;
        return Verdict(ratio <= limit, string.Create(CultureInfo.InvariantCulture, $"`{ours.Name}` {ratio:F2} of {name}"));
    }

    private static string Verdict(bool isMet, string text) => $"{text}, {(isMet ? "met" : "**missed**")}";

    private static string Number(double bytes) => bytes.ToString("#,0.##", CultureInfo.InvariantCulture);

    private static string Capitalized(string note) => char.ToUpperInvariant(note[0]) + note[1..].TrimEnd('.');
}
