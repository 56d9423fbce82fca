using Pooling.Tour.Comparisons;

namespace Pooling.Tour;

/// <summary>Creates results with known figures.</summary>
internal static class Results
{
    public static TourResult Tour(params ComparisonResult[] comparisons) => new(
        new DateTimeOffset(2026, 1, 15, 9, 30, 0, TimeSpan.Zero),
        Quick: false,
        new TourMachine("A processor", 2, "An OS", "x64", ".NET 10", "workstation", Optimized: true),
        [new SectionResult("first", "First", "What it compares.", comparisons)]);

    /// <summary>Creates two contenders. The time of the pooled one is the given part of that of the other.</summary>
    public static ComparisonResult Comparison(string name, double ratio = 0.5, params Check[] checks) =>
        new(
            name,
            "What it does.",
            "operation",
            [
                new ComparisonRow("other way", Side.Without, Spread(100), [Spread(1), Spread(1 / ratio)], 104, 7, 1, 0),
                new ComparisonRow("pooled way", Side.Pooled, Spread(100 * ratio), [Spread(ratio), Spread(1)], 0, 0, 0, 0),
            ],
            checks.Length == 0 ? [new Check("the same bytes", true)] : checks,
            Rounds: 9,
            Operations: 9000)
        {
            Published = [new Published("a row", "other way", 0.75, 0.25)],
        };

    /// <summary>Creates two contenders whose rounds differ so much that they tell nothing.</summary>
    public static ComparisonResult NoisyComparison(string name)
    {
        ComparisonResult result = Comparison(name);
        var ratio = new Quartiles(0.9, 9.6, 20);
        return result with { Rows = [result.Rows[0], result.Rows[1] with { Ratios = [ratio, Spread(1)] }] };
    }

    private static Quartiles Spread(double median) => new(median * 0.99, median, median * 1.01);
}
