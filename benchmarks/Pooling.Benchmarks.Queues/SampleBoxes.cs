namespace Pooling.Benchmarks.Queues;

/// <summary>Objects for samples, so that nothing is allocated. Each producer uses more objects than fit into a queue, in a circle. When an
/// object is used again, its last use has ended.</summary>
/// <param name="capacity">The capacity of the queue.</param>
/// <param name="producers">The number of producers. Each produces separate numbers, one after the other.</param>
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
