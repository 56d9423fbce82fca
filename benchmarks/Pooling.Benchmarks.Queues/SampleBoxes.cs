namespace Pooling.Benchmarks.Queues;

/// <summary>Objects for samples, so that nothing is allocated. Each producer uses more objects than fit into a queue, in a circle. When an
/// object is used again, its last use has ended.</summary>
/// <param name="capacity">The capacity of the queue.</param>
/// <param name="producers">The number of producers. Each produces separate numbers, one after the other.</param>
/// <param name="isReused">Whether an object is used again in an invocation. With several consumers, one can fall behind while it reads
/// an object.</param>
internal sealed class SampleBoxes(int capacity, int producers, bool isReused = true)
{
    private readonly int _circle = CircleOf(capacity, producers, isReused);
    private readonly int _numbers = QueueTrafficBenchmarks.Samples / producers;
    private readonly SampleBox[] _boxes =
        [.. Enumerable.Range(0, producers * CircleOf(capacity, producers, isReused)).Select(static _ => new SampleBox())];

    internal SampleBox Fill(Sample sample)
    {
        int number = (int)sample.Number;
        SampleBox box = _boxes[(number % _circle) + (number / _numbers * _circle)];
        box.Sample = sample;
        return box;
    }

    private static int CircleOf(int capacity, int producers, bool isReused) =>
        isReused ? 4 * capacity : QueueTrafficBenchmarks.Samples / producers;
}
