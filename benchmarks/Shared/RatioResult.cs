namespace Pooling.Benchmarks;

/// <summary>What the ratio run found out about one method: its figures of every round.</summary>
/// <param name="Group">Class, category and parameters.</param>
/// <param name="Method">The class and the method.</param>
/// <param name="Times">The nanoseconds of one operation.</param>
/// <param name="Ratios">The time against that of the baseline in the same round.</param>
/// <param name="BytesAllocated">What one operation allocates, on the thread that runs it and on worker threads.</param>
internal sealed record RatioResult(
    string Group, string Method, RatioRow[] Rows, double[] Times, double[] Ratios, double[] BytesAllocated)
{
    private const double Least = 1; // nanosecond: below it a loop is measured

    /// <summary>The settings of the runtime under which it was measured; <see langword="null"/> for those of everybody.</summary>
    public string? Setting { get; init; }

    /// <summary>Whether more threads took part than there are processors.</summary>
    public bool HasMoreThreadsThanProcessors { get; init; }

    public double Nanoseconds => Time.Median;

    /// <summary>The median of the ratios; <see langword="null"/> if one of the two takes less than a nanosecond.</summary>
    public double? Ratio => HasRatio ? RatioSpread.Median : null;

    public double Bytes => Distribution.Of(BytesAllocated).Median;

    internal Distribution Time => Distribution.Of(Times);
    internal Distribution RatioSpread => Distribution.Of(Ratios);
    internal bool HasRatio => Time.Median >= Least && Time.Median / RatioSpread.Median >= Least;
    internal string Name => Method[(Method.LastIndexOf('.') + 1)..];

    /// <summary>Adds the rounds of another process.</summary>
    internal RatioResult With(RatioResult other) => this with
    {
        Times = [.. Times, .. other.Times],
        Ratios = [.. Ratios, .. other.Ratios],
        BytesAllocated = [.. BytesAllocated, .. other.BytesAllocated],
    };
}
