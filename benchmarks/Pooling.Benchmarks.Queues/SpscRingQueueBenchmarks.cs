namespace Pooling.Benchmarks.Queues;

/// <summary>One producer and one consumer, each on its thread; the queue holds 1,024 samples.</summary>
[AllThreads]
public partial class SpscRingQueueBenchmarks
{
    private const int Capacity = 1_024;

    private readonly QueueTraffic<ChannelItems<Sample>> _channel =
        new(new(Channel.CreateBounded<Sample>(new BoundedChannelOptions(Capacity) { SingleReader = true, SingleWriter = true })), 1, 1);
    private readonly QueueTraffic<BoundedConcurrentItems<Sample>> _concurrent = new(new(Capacity), 1, 1);
    private readonly QueueTraffic<SpscItems<Sample>> _ours = new(new(new SpscRingQueue<Sample>(Capacity)), 1, 1);
    private readonly SpanTraffic _spans = new(new SpscRingQueue<Sample>(Capacity));

    [Benchmark(Baseline = true, OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-1p1c", Role.Before)]
    public long BoundedChannel() => _channel.Run();

    [Benchmark(OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-1p1c", Role.Peer, "ConcurrentQueue behind the same bound")]
    public long ConcurrentQueue() => _concurrent.Run();

    [Benchmark(OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-1p1c", Role.Ours)]
    public long Spsc() => _ours.Run();

    [Benchmark(OperationsPerInvoke = QueueTraffic.Samples)]
    [Row("POOL-queue-1p1c", Role.Ours, "in spans of 32")]
    public long SpscSpans() => _spans.Run();
}
