namespace Pooling.Benchmarks.Dispatch;

/// <summary>A packet.</summary>
internal readonly record struct Movement(int Id, long Value);
