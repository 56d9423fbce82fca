namespace Pooling.Benchmarks.Dispatch;

/// <summary>The same packet as a struct.</summary>
public readonly record struct ChatValue(long Id, long Time);
