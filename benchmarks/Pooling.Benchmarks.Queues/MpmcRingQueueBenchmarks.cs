using System.Threading.Channels;
using BenchmarkDotNet.Attributes;
using Pooling.Queues;

namespace Pooling.Benchmarks.Queues;

/// <summary>Two producers and two consumers, each on its thread; the queue holds exactly 1,000 samples.</summary>
public partial class MpmcRingQueueBenchmarks
{
    private const int Samples = 32 * 1_024;
    private const int Capacity = 1_000;

    private readonly QueueTraffic<ChannelOfSamples> _channel =
        new(new(Channel.CreateBounded<Sample>(new BoundedChannelOptions(Capacity) { SingleReader = false, SingleWriter = false })),
            2, 2, Samples);
    private readonly QueueTraffic<BoundedConcurrentQueue> _concurrent = new(new(Capacity), 2, 2, Samples);
    private readonly QueueTraffic<MpmcOfSamples> _ours = new(new(new MpmcRingQueue<Sample>(Capacity)), 2, 2, Samples);
    private WorkerThreads _workers = null!;

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(2 + 2);

    [GlobalCleanup]
    public void Cleanup() => _workers.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Samples)]
    [Row("POOL-queue-2p2c", Role.Before)]
    public long BoundedChannel() => _channel.Run(_workers);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-2p2c", Role.Peer, "ConcurrentQueue behind the same bound")]
    public long ConcurrentQueue() => _concurrent.Run(_workers);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-2p2c", Role.Ours)]
    public long Mpmc() => _ours.Run(_workers);
}
