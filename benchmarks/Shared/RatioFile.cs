namespace Pooling.Benchmarks;

/// <summary>What <c>--ratios --json</c> writes.</summary>
internal sealed record RatioFile(string Date, string Machine, int Processes, int Rounds, int BatchMilliseconds, RatioResult[] Results);
