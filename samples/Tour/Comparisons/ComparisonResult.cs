namespace Pooling.Tour.Comparisons;

/// <summary>The result of a comparison of contenders that do the same work.</summary>
/// <param name="Name">The heading.</param>
/// <param name="Detail">The description in a sentence or two.</param>
/// <param name="Unit">The name of one operation.</param>
/// <param name="Rows">One row for each contender. The first one is the plain one, which is the baseline of the ratios.</param>
/// <param name="Checks">The checks.</param>
/// <param name="Rounds">The number of times that each contender was timed.</param>
/// <param name="Operations">The number of operations of the first contender over all rounds.</param>
internal sealed record ComparisonResult(
    string Name, string Detail, string Unit, IReadOnlyList<ComparisonRow> Rows, IReadOnlyList<Check> Checks, int Rounds, long Operations)
{
    /// <summary>Additional facts, each shown on a line.</summary>
    public IReadOnlyList<string> Facts { get; init; } = [];

    public IReadOnlyList<Published> Published { get; init; } = [];

    public ComparisonRow Baseline => Rows[0];

    public IEnumerable<ComparisonRow> Pooled => Rows.Where(static row => row.Side == Side.Pooled);

    public ComparisonRow BestPooled => Pooled.MinBy(static row => row.Time.Median)!;

    public ComparisonRow BestWithout => Rows.Where(static row => row.Side == Side.Without).MinBy(static row => row.Time.Median)!;

    /// <summary>Compares the best pooled contender with the best one without this library, which is not necessarily the first.</summary>
    public Verdict Verdict => Verdicts.Of(Ratio(BestPooled, BestWithout));

    /// <summary>Returns the time of one row divided by that of another, round by round.</summary>
    public Quartiles Ratio(ComparisonRow row, ComparisonRow other) => row.Ratios[Rows.ToList().IndexOf(other)];
}
