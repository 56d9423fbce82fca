namespace Pooling.Benchmarks.Queues;

/// <summary>Measures two producers and one consumer.</summary>
public class MpscRingQueueBenchmarks() : QueueTrafficBenchmarks(producers: 2, consumers: 1)
{
    private readonly MpscRingQueue<Sample> _mpsc = new(Capacity);
    private readonly BitFasterMpscItems _bitFaster = new(Capacity, producers: 2);

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-2p1c", Role.Peer, "BitFaster.Caching MpscBoundedBuffer")]
    public long BitFaster() => Run(_bitFaster);

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-2p1c", Role.Ours, "MpscRingQueue")]
    public long Mpsc() => Run(new MpscItems<Sample>(_mpsc));
}
