namespace Pooling.Benchmarks.Queues;

/// <summary>Two threads, whatever the queue allows more: one producer and one consumer; the queue holds exactly 1,000 samples.</summary>
[AllThreads]
public class QueuePairBenchmarks
{
    private const int Capacity = 1_000;

    private readonly QueueTraffic<ChannelItems<Sample>> _channel = new(new(Channel.CreateBounded<Sample>(Capacity)), 1, 1);
    private readonly QueueTraffic<BoundedConcurrentItems<Sample>> _concurrent = new(new(Capacity), 1, 1);
    private readonly QueueTraffic<SpscItems<Sample>> _spsc = new(new(new SpscRingQueue<Sample>(Capacity)), 1, 1);
    private readonly QueueTraffic<MpscItems<Sample>> _mpsc = new(new(new MpscRingQueue<Sample>(Capacity)), 1, 1);
    private readonly QueueTraffic<MpmcItems<Sample>> _mpmc = new(new(new MpmcRingQueue<Sample>(Capacity)), 1, 1);

    [Benchmark(Baseline = true, OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-pair", Role.Before)]
    public long BoundedChannel() => _channel.Run();

    [Benchmark(OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-pair", Role.Peer, "ConcurrentQueue behind the same bound")]
    public long ConcurrentQueue() => _concurrent.Run();

    [Benchmark(OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-pair", Role.Ours, "SpscRingQueue: one producer only")]
    public long Spsc() => _spsc.Run();

    [Benchmark(OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-pair", Role.Ours, "MpscRingQueue: one consumer only")]
    public long Mpsc() => _mpsc.Run();

    [Benchmark(OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-pair", Role.Ours, "MpmcRingQueue")]
    public long Mpmc() => _mpmc.Run();
}
