namespace Pooling.Tour.Measuring;

/// <summary>What a comparison found out.</summary>
/// <param name="Comparison">What was compared.</param>
/// <param name="Rows">One for each contender; the first is the plain way.</param>
/// <param name="Checks">What was verified.</param>
/// <param name="Rounds">How often each contender was timed.</param>
/// <param name="Operations">How many operations each contender did over all rounds, on each thread.</param>
internal sealed record ComparisonResult(
    Comparison Comparison, IReadOnlyList<ComparisonRow> Rows, IReadOnlyList<Check> Checks, int Rounds, long Operations)
{
    /// <summary>Facts worth a line beside the figures.</summary>
    public IReadOnlyList<string> Facts { get; init; } = [];

    public string Name => Comparison.Name;

    public bool Passed => Checks.All(static check => check.Passed);

    public ComparisonRow Baseline => Rows[0];

    public IEnumerable<ComparisonRow> Pooled => Rows.Where(static row => row.Side == Side.Pooled);

    public ComparisonRow BestPooled => Pooled.MinBy(static row => row.Time.Median)!;

    public ComparisonRow BestStock => Rows.Where(static row => row.Side == Side.Stock).MinBy(static row => row.Time.Median)!;

    /// <summary>The best pooled way against the best stock way, which need not be the plain one.</summary>
    public Verdict Verdict => Verdicts.Of(Ratio(BestPooled, BestStock));

    /// <summary>The time of one row divided by that of another, round by round.</summary>
    public Quartiles Ratio(ComparisonRow row, ComparisonRow other) => row.Ratios[Rows.ToList().IndexOf(other)];
}
