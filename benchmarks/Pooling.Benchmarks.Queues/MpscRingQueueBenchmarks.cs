namespace Pooling.Benchmarks.Queues;

/// <summary>Two producers and one consumer, each on its thread; the queue holds 1,024 samples.</summary>
[AllThreads]
public partial class MpscRingQueueBenchmarks
{
    private const int Capacity = 1_024;

    private readonly QueueTraffic<ChannelItems<Sample>> _channel =
        new(new(Channel.CreateBounded<Sample>(new BoundedChannelOptions(Capacity) { SingleReader = true, SingleWriter = false })), 2, 1);
    private readonly QueueTraffic<BoundedConcurrentItems<Sample>> _concurrent = new(new(Capacity), 2, 1);
    private readonly QueueTraffic<MpscItems<Sample>> _ours = new(new(new MpscRingQueue<Sample>(Capacity)), 2, 1);

    [Benchmark(Baseline = true, OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-2p1c", Role.Before)]
    public long BoundedChannel() => _channel.Run();

    [Benchmark(OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-2p1c", Role.Peer, "ConcurrentQueue behind the same bound")]
    public long ConcurrentQueue() => _concurrent.Run();

    [Benchmark(OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-2p1c", Role.Ours)]
    public long Mpsc() => _ours.Run();
}
