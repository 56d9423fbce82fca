namespace Pooling.Benchmarks;

/// <summary>The figures of one method in every round of the ratio run.</summary>
/// <param name="Group">Class, category and parameters.</param>
/// <param name="Method">The class and the method.</param>
/// <param name="Times">The nanoseconds of one operation.</param>
/// <param name="Ratios">The time against that of the baseline in the same round.</param>
/// <param name="BytesAllocated">The bytes that one operation allocates, on the thread that runs it and on worker threads.</param>
internal sealed record RatioResult(
    string Group, string Method, RatioRow[] Rows, double[] Times, double[] Ratios, double[] BytesAllocated)
{
    private const double Least = 1; // nanosecond: a shorter time is that of the loop

    /// <summary>Gets the settings of the runtime under which it was measured; <see langword="null"/> for the defaults.</summary>
    public string? Setting { get; init; }

    /// <summary>Gets whether there were more threads than processors.</summary>
    public bool HasMoreThreadsThanProcessors { get; init; }

    /// <summary>Gets the number of operations in all rounds.</summary>
    public long Operations { get; init; }

    /// <summary>Gets the number of garbage collections in all rounds, of generation 0 or older, of 1 or older, and of 2.</summary>
    public int[] Collections { get; init; } = [0, 0, 0];

    public double Nanoseconds => Time.Median;

    /// <summary>Gets the median of the ratios; <see langword="null"/> if one of the two takes less than a nanosecond.</summary>
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
        Operations = Operations + other.Operations,
        Collections = [.. Collections.Zip(other.Collections, static (one, two) => one + two)],
    };
}
