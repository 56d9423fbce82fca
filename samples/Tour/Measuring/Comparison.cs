namespace Pooling.Tour.Measuring;

/// <summary>Several contenders that do the same work. The first one is the plain one, which is the baseline of the ratios.</summary>
internal sealed record Comparison(string Name, string Detail, IReadOnlyList<Contender> Contenders)
{
    /// <summary>The name of one operation.</summary>
    public string Unit { get; init; } = "operation";

    /// <summary>The number of threads that do the work at the same time.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>The factor of which the number of operations is a multiple.</summary>
    public int Multiple { get; init; } = 1;

    public IReadOnlyList<Published> Published { get; init; } = [];
}
