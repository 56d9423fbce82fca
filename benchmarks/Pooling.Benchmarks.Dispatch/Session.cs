namespace Pooling.Benchmarks.Dispatch;

/// <summary>What packets change.</summary>
internal sealed class Session
{
    internal long Sum { get; set; }

    internal int Player { get; init; }
}
