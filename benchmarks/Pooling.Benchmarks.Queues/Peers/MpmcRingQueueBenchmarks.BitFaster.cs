using BenchmarkDotNet.Attributes;

namespace Pooling.Benchmarks.Queues;

public partial class MpmcRingQueueBenchmarks
{
    private readonly QueueTraffic<BitFasterMpmc> _bitFaster = new(new(Capacity, Samples / 2), 2, 2, Samples);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-2p2c", Role.Peer, "BitFaster.Caching")]
    public long BitFaster() => _bitFaster.Run(_workers);
}
