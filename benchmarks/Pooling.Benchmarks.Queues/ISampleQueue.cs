namespace Pooling.Benchmarks.Queues;

/// <summary>A bounded queue as the threads of a benchmark use it. Implemented by structs,
/// so that each contender gets loops of its own.</summary>
internal interface ISampleQueue
{
    bool TryPut(Sample sample);

    bool TryTake(out Sample sample);
}
