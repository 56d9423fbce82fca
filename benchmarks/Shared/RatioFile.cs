namespace Pooling.Benchmarks;

/// <summary>What <c>--ratios --json</c> writes.</summary>
internal sealed record RatioFile(string Date, string Machine, int Processes, int Rounds, int BatchMilliseconds, RatioResult[] Results)
{
    /// <summary>What the run depended on; <see langword="null"/> from a runner that cannot tell.</summary>
    public RunConditions? Conditions { get; init; }

    /// <summary>Whether another run with these options would measure the same.</summary>
    internal bool IsLike(RatioFile other) => Machine == other.Machine && Conditions?.Commit == other.Conditions?.Commit
        && (Processes, Rounds, BatchMilliseconds) == (other.Processes, other.Rounds, other.BatchMilliseconds);
}
