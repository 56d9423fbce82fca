using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Reporting;

/// <summary>Describes the figures in sentences, including those where pooling is slower.</summary>
internal static class Words
{
    /// <summary>Returns one sentence for each pooled contender, compared with each other contender.</summary>
    public static IEnumerable<(Verdict Verdict, string Text)> Describe(ComparisonResult result)
    {
        ComparisonRow[] others = [.. result.Rows.Where(static row => row.Side == Side.Without)];
        foreach (ComparisonRow row in result.Pooled)
        {
            IEnumerable<string> comparisons = others.Select(other =>
            {
                Quartiles ratio = result.Ratio(row, other);
                return $"{Figures.Ratio(ratio)} the time of {other.Name} ({Of(Verdicts.Of(ratio))})";
            });
            yield return (Verdicts.Of(row.Ratio),
                $"{row.Name} takes {Join([.. comparisons])}, and allocates {Allocation(row, result.Baseline)}.");
        }
    }

    /// <summary>Returns one sentence for each matching published row.</summary>
    public static IEnumerable<string> DescribePublished(ComparisonResult result)
    {
        ComparisonRow ours = result.BestPooled;
        foreach (Published published in result.Published)
        {
            ComparisonRow against = result.Rows.Single(row => row.Name == published.Against);
            yield return $"Published pooling for this work took {Figures.Ratio(published.Time)} the time and "
                + $"{Figures.Ratio(published.Bytes)} the bytes of {against.Name} ({published.Row}); "
                + $"here {ours.Name} takes {Figures.Ratio(result.Ratio(ours, against))} the time and "
                + (ours.BytesPerOperation < 0.5
                    ? "allocates nothing."
                    : $"{Figures.Ratio(ours.BytesPerOperation / against.BytesPerOperation)} the bytes.");
        }
    }

    public static string Of(Verdict verdict) => verdict switch
    {
        Verdict.Faster => "faster",
        Verdict.Slower => "slower",
        Verdict.Equal => "equal within noise",
        _ => "machine too busy to tell",
    };

    private static string Join(string[] parts) => parts.Length < 2
        ? string.Concat(parts)
        : string.Join(", ", parts[..^1]) + " and " + parts[^1];

    private static string Allocation(ComparisonRow row, ComparisonRow baseline)
    {
        string own = Figures.Bytes(row.BytesPerOperation);
        string plain = Figures.Bytes(baseline.BytesPerOperation);
        return own == plain ? $"the same {own}" : $"{own} instead of {plain}";
    }
}
