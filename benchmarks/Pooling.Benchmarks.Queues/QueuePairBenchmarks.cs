using System.Threading.Channels;
using BenchmarkDotNet.Attributes;
using Pooling.Queues;

namespace Pooling.Benchmarks.Queues;

/// <summary>Two threads, whatever the queue allows more: one producer and one consumer; the queue holds exactly 1,000 samples.</summary>
public partial class QueuePairBenchmarks
{
    private const int Samples = 32 * 1_024;
    private const int Capacity = 1_000;

    private readonly QueueTraffic<ChannelOfSamples> _channel = new(new(Channel.CreateBounded<Sample>(Capacity)), 1, 1, Samples);
    private readonly QueueTraffic<BoundedConcurrentQueue> _concurrent = new(new(Capacity), 1, 1, Samples);
    private readonly QueueTraffic<SpscOfSamples> _spsc = new(new(new SpscRingQueue<Sample>(Capacity)), 1, 1, Samples);
    private readonly QueueTraffic<MpscOfSamples> _mpsc = new(new(new MpscRingQueue<Sample>(Capacity)), 1, 1, Samples);
    private readonly QueueTraffic<MpmcOfSamples> _mpmc = new(new(new MpmcRingQueue<Sample>(Capacity)), 1, 1, Samples);
    private WorkerThreads _workers = null!;

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(2);

    [GlobalCleanup]
    public void Cleanup() => _workers.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Samples)]
    [Row("POOL-queue-pair", Role.Before)]
    public long BoundedChannel() => _channel.Run(_workers);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-pair", Role.Peer, "ConcurrentQueue behind the same bound")]
    public long ConcurrentQueue() => _concurrent.Run(_workers);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-pair", Role.Ours)]
    public long Spsc() => _spsc.Run(_workers);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-pair", Role.Ours)]
    public long Mpsc() => _mpsc.Run(_workers);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-pair", Role.Ours)]
    public long Mpmc() => _mpmc.Run(_workers);
}
