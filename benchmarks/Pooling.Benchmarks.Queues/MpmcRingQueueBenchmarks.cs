namespace Pooling.Benchmarks.Queues;

/// <summary>Measures two producers and two consumers.</summary>
public class MpmcRingQueueBenchmarks() : QueueTrafficBenchmarks(producers: 2, consumers: 2)
{
    private readonly MpmcRingQueue<Sample> _mpmc = new(Capacity);

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-2p2c", Role.Ours, "MpmcRingQueue")]
    public long Mpmc() => Run(new MpmcItems<Sample>(_mpmc));
}
