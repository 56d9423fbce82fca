namespace Pooling.Benchmarks.Queues;

/// <summary>A measured value on its way from one thread to another: 16 bytes without a reference.</summary>
public readonly record struct Sample(long Number, double Value);
