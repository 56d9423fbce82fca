namespace Pooling.Benchmarks.Queues;

/// <summary>Objects to put samples into, so that nothing is allocated. Each producer has a circle of more than fit into a queue: when one
/// comes round again, its last use is over.</summary>
/// <param name="capacity">That of the queue.</param>
/// <param name="samplesOfProducer">How many numbers belong to one producer.</param>
internal sealed class SampleBoxes(int capacity, int samplesOfProducer)
{
    private const int Producers = 2;

    private readonly int _circle = 4 * capacity;
    private readonly SampleBox[] _boxes = [.. Enumerable.Range(0, Producers * 4 * capacity).Select(static _ => new SampleBox())];

    internal SampleBox Fill(Sample sample)
    {
        int number = (int)sample.Number;
        SampleBox box = _boxes[(number % _circle) + (number / samplesOfProducer * _circle)];
        box.Sample = sample;
        return box;
    }
}
