namespace Pooling.Tour.Measuring;

/// <summary>Several ways to do the same work. The first one is the plain way, which is the baseline of the ratios.</summary>
internal sealed record Comparison(string Name, string Detail, IReadOnlyList<Contender> Contenders)
{
    /// <summary>The name of one operation.</summary>
    public string Unit { get; init; } = "operation";

    /// <summary>The number of threads that do the work at the same time.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>The number of operations is a multiple of this.</summary>
    public int Multiple { get; init; } = 1;

    public IReadOnlyList<Published> Published { get; init; } = [];
}
