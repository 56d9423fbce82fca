namespace Pooling.Benchmarks.Queues;

/// <summary>Measures two producers and two consumers.</summary>
public class MpmcRingQueueBenchmarks() : QueueTrafficBenchmarks(producers: 2, consumers: 2)
{
    private readonly MpmcRingQueue<Sample> _mpmc = new(Capacity);
    private readonly BitFasterMpmcItems _bitFaster = new(Capacity, producers: 2);

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-2p2c", Role.Peer, "BitFaster.Caching MpmcBoundedBuffer")]
    public long BitFaster() => Run(_bitFaster);

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-2p2c", Role.Ours, "MpmcRingQueue")]
    public long Mpmc() => Run(new MpmcItems<Sample>(_mpmc));
}
