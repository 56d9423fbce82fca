namespace Pooling.Benchmarks;

/// <summary>The content that <c>--ratios --json</c> writes.</summary>
internal sealed record RatioFile(string Date, string Machine, int Processes, int Rounds, int BatchMilliseconds, RatioResult[] Results)
{
    /// <summary>Gets the conditions of the run; <see langword="null"/> if the runner cannot determine them.</summary>
    public RunConditions? Conditions { get; init; }

    /// <summary>Gets whether the warm-ups and batches were short.</summary>
    public bool IsRough { get; init; }

    /// <summary>Returns whether the other run measured with the same options and conditions.</summary>
    internal bool IsLike(RatioFile other) => Machine == other.Machine && Conditions?.Commit == other.Conditions?.Commit
        && (Processes, Rounds, BatchMilliseconds, IsRough) == (other.Processes, other.Rounds, other.BatchMilliseconds, other.IsRough);
}
