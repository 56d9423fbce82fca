namespace Pooling.Benchmarks.Queues;

/// <summary>Two producers and two consumers, each on its thread; the queue holds exactly 1,000 samples.</summary>
[AllThreads]
public partial class MpmcRingQueueBenchmarks
{
    private const int Capacity = 1_000;

    private readonly QueueTraffic<ChannelItems<Sample>> _channel =
        new(new(Channel.CreateBounded<Sample>(new BoundedChannelOptions(Capacity) { SingleReader = false, SingleWriter = false })), 2, 2);
    private readonly QueueTraffic<BoundedConcurrentItems<Sample>> _concurrent = new(new(Capacity), 2, 2);
    private readonly QueueTraffic<MpmcItems<Sample>> _ours = new(new(new MpmcRingQueue<Sample>(Capacity)), 2, 2);

    [Benchmark(Baseline = true, OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-2p2c", Role.Before)]
    public long BoundedChannel() => _channel.Run();

    [Benchmark(OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-2p2c", Role.Peer, "ConcurrentQueue behind the same bound")]
    public long ConcurrentQueue() => _concurrent.Run();

    [Benchmark(OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-2p2c", Role.Ours)]
    public long Mpmc() => _ours.Run();
}
