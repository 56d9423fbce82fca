namespace Pooling.Tour.Measuring;

/// <summary>Several ways to do the same work. The first is the plain way: ratios are taken against it.</summary>
internal sealed record Comparison(string Name, string Detail, IReadOnlyList<Contender> Contenders)
{
    /// <summary>What one operation is called.</summary>
    public string Unit { get; init; } = "operation";

    /// <summary>How many threads do the work at once.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>The contenders are run for multiples of this.</summary>
    public int Multiple { get; init; } = 1;

    public IReadOnlyList<Published> Published { get; init; } = [];
}
