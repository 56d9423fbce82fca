namespace Pooling.Services.Loads;

/// <summary>The answers that a load has got. Latencies are in microseconds.</summary>
internal sealed record LoadResult(long Messages, double Seconds, double P50, double P99, double P999, double Max);
