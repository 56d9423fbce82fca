using BenchmarkDotNet.Attributes;
using Pooling.Queues;

namespace Pooling.Benchmarks.Queues;

/// <summary>Fills a queue of its full capacity and empties it again: what an item costs as the backlog grows out
/// of the processor's caches.</summary>
public class RingQueueFillBenchmarks
{
    private Queue<Sample> _queue = null!;
    private System.Collections.Concurrent.ConcurrentQueue<Sample> _concurrent = null!;
    private RingQueue<Sample> _ring = null!;
    private SpscRingQueue<Sample> _spsc = null!;
    private MpscRingQueue<Sample> _mpsc = null!;
    private MpmcRingQueue<Sample> _mpmc = null!;

    [Params(16, 1_024, 65_536)]
    public int Items { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _queue = new Queue<Sample>(Items);
        _concurrent = [];
        _ring = new RingQueue<Sample>(Items, Items);
        _spsc = new SpscRingQueue<Sample>(Items);
        _mpsc = new MpscRingQueue<Sample>(Items);
        _mpmc = new MpmcRingQueue<Sample>(Items);
    }

    [Benchmark(Baseline = true)]
    [Row("POOL-queue-fill", Role.Before)]
    public long Queue()
    {
        for (int i = 0; i < Items; i++)
            _queue.Enqueue(new Sample(i, i));

        long sum = 0;
        while (_queue.TryDequeue(out Sample sample))
            sum = (sum * 31) + sample.Number;

        return sum;
    }

    [Benchmark]
    [Row("POOL-queue-fill", Role.Peer, "ConcurrentQueue")]
    public long ConcurrentQueue()
    {
        for (int i = 0; i < Items; i++)
            _concurrent.Enqueue(new Sample(i, i));

        long sum = 0;
        while (_concurrent.TryDequeue(out Sample sample))
            sum = (sum * 31) + sample.Number;

        return sum;
    }

    [Benchmark]
    [Row("POOL-queue-fill", Role.Ours)]
    public long Ring()
    {
        for (int i = 0; i < Items; i++)
            _ring.TryEnqueue(new Sample(i, i));

        long sum = 0;
        while (_ring.TryDequeue(out Sample sample))
            sum = (sum * 31) + sample.Number;

        return sum;
    }

    [Benchmark]
    [Row("POOL-queue-fill", Role.Ours)]
    public long Spsc()
    {
        for (int i = 0; i < Items; i++)
            _spsc.TryEnqueue(new Sample(i, i));

        long sum = 0;
        while (_spsc.TryDequeue(out Sample sample))
            sum = (sum * 31) + sample.Number;

        return sum;
    }

    [Benchmark]
    [Row("POOL-queue-fill", Role.Ours)]
    public long Mpsc()
    {
        for (int i = 0; i < Items; i++)
            _mpsc.TryEnqueue(new Sample(i, i));

        long sum = 0;
        while (_mpsc.TryDequeue(out Sample sample))
            sum = (sum * 31) + sample.Number;

        return sum;
    }

    [Benchmark]
    [Row("POOL-queue-fill", Role.Ours)]
    public long Mpmc()
    {
        for (int i = 0; i < Items; i++)
            _mpmc.TryEnqueue(new Sample(i, i));

        long sum = 0;
        while (_mpmc.TryDequeue(out Sample sample))
            sum = (sum * 31) + sample.Number;

        return sum;
    }
}
