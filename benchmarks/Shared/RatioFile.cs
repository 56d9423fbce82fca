namespace Pooling.Benchmarks;

/// <summary>The content that <c>--ratios --json</c> writes.</summary>
internal sealed record RatioFile(string Date, string Machine, int Processes, int Rounds, int BatchMilliseconds, RatioResult[] Results)
{
    /// <summary>Gets the conditions of the run; <see langword="null"/> if the runner cannot determine them.</summary>
    public RunConditions? Conditions { get; init; }

    /// <summary>Returns whether the other run measured with the same options and conditions.</summary>
    internal bool IsLike(RatioFile other) => Machine == other.Machine && Conditions?.Commit == other.Conditions?.Commit
        && (Processes, Rounds, BatchMilliseconds) == (other.Processes, other.Rounds, other.BatchMilliseconds);
}
