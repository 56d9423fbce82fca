namespace Pooling.Benchmarks.Queues;

/// <summary>A sample as an object, for queues that accept only objects.</summary>
internal sealed class SampleBox
{
    internal Sample Sample;
}
