using System.Threading.Channels;
using BenchmarkDotNet.Attributes;
using Pooling.Queues;

namespace Pooling.Benchmarks.Queues;

/// <summary>One producer and one consumer, each on its thread; the queue holds 1,024 samples.</summary>
public partial class SpscRingQueueBenchmarks
{
    private const int Samples = 32 * 1_024;
    private const int Capacity = 1_024;

    private readonly QueueTraffic<ChannelOfSamples> _channel =
        new(new(Channel.CreateBounded<Sample>(new BoundedChannelOptions(Capacity) { SingleReader = true, SingleWriter = true })),
            1, 1, Samples);
    private readonly QueueTraffic<BoundedConcurrentQueue> _concurrent = new(new(Capacity), 1, 1, Samples);
    private readonly QueueTraffic<SpscOfSamples> _ours = new(new(new SpscRingQueue<Sample>(Capacity)), 1, 1, Samples);
    private readonly SpanTraffic _spans = new(new SpscRingQueue<Sample>(Capacity), Samples);
    private WorkerThreads _workers = null!;

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(1 + 1);

    [GlobalCleanup]
    public void Cleanup() => _workers.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Samples)]
    [Row("POOL-queue-1p1c", Role.Before)]
    public long BoundedChannel() => _channel.Run(_workers);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-1p1c", Role.Peer, "ConcurrentQueue behind the same bound")]
    public long ConcurrentQueue() => _concurrent.Run(_workers);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-1p1c", Role.Ours)]
    public long Spsc() => _ours.Run(_workers);

    /// <summary>In spans of 32.</summary>
    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-1p1c", Role.Ours)]
    public long SpscSpans() => _spans.Run(_workers);
}
