namespace Pooling.Tour.Measuring;

/// <summary>The figures of one timed run of one contender.</summary>
internal readonly record struct Slice(double Nanoseconds, long AllocatedBytes, long Sum, int Gen0, int Gen1, int Gen2);
