namespace Pooling.Benchmarks.Queues;

/// <summary>Measures filling a queue to its full capacity and emptying it again: the cost of an item when the backlog exceeds the
/// processor's caches.</summary>
public class RingQueueFillBenchmarks
{
    private Queue<Sample> _queue = null!;
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
        _ring = new RingQueue<Sample>(Items, Items);
        _spsc = new SpscRingQueue<Sample>(Items);
        _mpsc = new MpscRingQueue<Sample>(Items);
        _mpmc = new MpmcRingQueue<Sample>(Items);
    }

    [Benchmark(Baseline = true), Row("POOL-queue-fill", Role.Before, "Queue, one thread only")]
    public long Queue() => FillAndEmpty(new QueueItems(_queue));

    [Benchmark, Row("POOL-queue-fill", Role.Ours, "RingQueue, one thread only")]
    public long Ring() => FillAndEmpty(new RingItems<Sample>(_ring));

    [Benchmark, Row("POOL-queue-fill", Role.Ours, "SpscRingQueue")]
    public long Spsc() => FillAndEmpty(new SpscItems<Sample>(_spsc));

    [Benchmark, Row("POOL-queue-fill", Role.Ours, "MpscRingQueue")]
    public long Mpsc() => FillAndEmpty(new MpscItems<Sample>(_mpsc));

    [Benchmark, Row("POOL-queue-fill", Role.Ours, "MpmcRingQueue")]
    public long Mpmc() => FillAndEmpty(new MpmcItems<Sample>(_mpmc));

    private long FillAndEmpty<TQueue>(TQueue queue) where TQueue : struct, IItemQueue<Sample>
    {
        for (int i = 0; i < Items; i++)
            queue.TryPut(new Sample(i, i));

        long sum = 0;
        while (queue.TryTake(out Sample sample))
            sum = (sum * 31) + sample.Number;

        return sum;
    }

    private readonly struct QueueItems(Queue<Sample> queue) : IItemQueue<Sample>
    {
        public bool TryPut(Sample item)
        {
            queue.Enqueue(item);
            return true;
        }

        public bool TryTake(out Sample item) => queue.TryDequeue(out item);
    }
}
