using BenchmarkDotNet.Attributes;
using Disruptor.Dsl;

namespace Pooling.Benchmarks.Queues;

public partial class MpscRingQueueBenchmarks
{
    private readonly QueueTraffic<DisruptorOfSamples> _disruptor = new(new(ProducerType.Multi, Capacity), 2, 1, Samples);
    private readonly QueueTraffic<BitFasterMpsc> _bitFaster = new(new(Capacity, Samples / 2), 2, 1, Samples);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-2p1c", Role.Peer, "Disruptor")]
    public long DisruptorPoller() => _disruptor.Run(_workers);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-2p1c", Role.Peer, "BitFaster.Caching")]
    public long BitFaster() => _bitFaster.Run(_workers);
}
