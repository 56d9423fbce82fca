using BenchmarkDotNet.Attributes;

namespace Pooling.Benchmarks.Queues;

public partial class MpmcRingQueueBenchmarks
{
    private readonly QueueTraffic<BitFasterMpmc> _bitFaster = new(new(Capacity, Samples / 2), 2, 2, Samples);

    [Benchmark(OperationsPerInvoke = Samples)]
    [PeerRow("POOL-queue-2p2c", "BitFaster.Caching")]
    public long BitFaster() => _bitFaster.Run(_workers);
}
