namespace Pooling.Benchmarks.Queues;

/// <summary>Two producers and one consumer.</summary>
public partial class MpscRingQueueBenchmarks() : QueueTrafficBenchmarks(producers: 2, consumers: 1)
{
    private readonly MpscRingQueue<Sample> _mpsc = new(Capacity);

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-2p1c", Role.Ours)]
    public long Mpsc() => Run(new MpscItems<Sample>(_mpsc));
}
