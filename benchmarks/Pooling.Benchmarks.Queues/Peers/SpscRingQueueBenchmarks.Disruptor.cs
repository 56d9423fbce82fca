using BenchmarkDotNet.Attributes;
using Disruptor.Dsl;

namespace Pooling.Benchmarks.Queues;

public partial class SpscRingQueueBenchmarks
{
    private readonly QueueTraffic<DisruptorOfSamples> _disruptor = new(new(ProducerType.Single, Capacity), 1, 1, Samples);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-1p1c", Role.Peer, "Disruptor")]
    public long DisruptorPoller() => _disruptor.Run(_workers);
}
