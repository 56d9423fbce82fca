namespace Pooling.Benchmarks.Queues;

/// <summary>A sample as an object, for queues that take nothing else.</summary>
internal sealed class SampleBox
{
    internal Sample Sample;
}
