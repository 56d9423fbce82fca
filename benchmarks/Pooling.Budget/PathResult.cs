namespace Pooling.Budget;

/// <summary>The cost of a hot path.</summary>
/// <param name="Instructions">The instructions of one operation.</param>
/// <param name="Methods">The methods that are compiled for its first use.</param>
/// <param name="Bytes">The bytes that one operation allocates.</param>
internal sealed record PathResult(double Instructions, long Methods, double Bytes);
