namespace Pooling.Benchmarks.Queues;

/// <summary>Objects to put samples into, so that nothing is allocated. Each producer has a circle of more than fit into a queue: when one
/// comes round again, its last use is over.</summary>
/// <param name="capacity">That of the queue.</param>
/// <param name="producers">Each puts numbers of its own, one after the other.</param>
internal sealed class SampleBoxes(int capacity, int producers)
{
    private readonly int _circle = 4 * capacity;
    private readonly int _numbers = QueueTrafficBenchmarks.Samples / producers;
    private readonly SampleBox[] _boxes = [.. Enumerable.Range(0, producers * 4 * capacity).Select(static _ => new SampleBox())];

    internal SampleBox Fill(Sample sample)
    {
        int number = (int)sample.Number;
        SampleBox box = _boxes[(number % _circle) + (number / _numbers * _circle)];
        box.Sample = sample;
        return box;
    }
}
