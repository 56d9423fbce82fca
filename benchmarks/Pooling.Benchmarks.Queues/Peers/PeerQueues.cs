using BitFaster.Caching.Buffers;
using Disruptor;
using Disruptor.Dsl;

namespace Pooling.Benchmarks.Queues;

/// <summary>Its capacity is rounded up to a power of two.</summary>
internal readonly struct BitFasterMpscItems(int capacity, int producers) : IItemQueue<Sample>
{
    private readonly MpscBoundedBuffer<SampleBox> _buffer = new(capacity);
    private readonly SampleBoxes _boxes = new(capacity, producers);

    public bool TryPut(Sample item)
    {
        SampleBox box = _boxes.Fill(item);
        BufferStatus status;
        do
            status = _buffer.TryAdd(box);
        while (status == BufferStatus.Contended);

        return status == BufferStatus.Success;
    }

    public bool TryTake(out Sample item)
    {
        if (_buffer.TryTake(out SampleBox? box) != BufferStatus.Success)
        {
            item = default;
            return false;
        }

        item = box!.Sample;
        return true;
    }
}

/// <summary>Polled, one event a call. Its capacity is a power of two.</summary>
internal readonly struct DisruptorItems : IItemQueue<Sample>
{
    private readonly ValueRingBuffer<Sample> _ring;
    private readonly ValueEventPoller<Sample> _poller;
    private readonly EventPoller.ValueHandler<Sample> _take;
    private readonly SampleBox _taken = new();

    internal DisruptorItems(int capacity)
    {
        _ring = ValueRingBuffer<Sample>.Create(ProducerType.Single, static () => default, capacity, new BusySpinWaitStrategy());
        _poller = _ring.NewPoller();
        _ring.AddGatingSequences(_poller.Sequence);
        SampleBox taken = _taken;
        _take = (ref sample, _, _) =>
        {
            taken.Sample = sample;
            return false;
        };
    }

    public bool TryPut(Sample item)
    {
        if (!_ring.TryNext(out long sequence))
            return false;

        _ring[sequence] = item;
        _ring.Publish(sequence);
        return true;
    }

    public bool TryTake(out Sample item)
    {
        bool any = _poller.Poll(_take) == EventPoller.PollState.Processing;
        item = any ? _taken.Sample : default;
        return any;
    }
}

/// <summary>A sample as an object, for queues that take nothing else.</summary>
internal sealed class SampleBox
{
    internal Sample Sample;
}

/// <summary>Objects to put samples into, so that nothing is allocated. Each producer has a circle of more than fit into a queue: when one
/// comes round again, its last use is over.</summary>
/// <param name="capacity">That of the queue.</param>
/// <param name="producers">Each puts numbers of its own, one after the other.</param>
internal sealed class SampleBoxes(int capacity, int producers)
{
    private readonly int _circle = 4 * capacity;
    private readonly int _numbers = QueueTrafficBenchmarks.Samples / producers;
    private readonly SampleBox[] _boxes = [.. Enumerable.Range(0, producers * 4 * capacity).Select(static _ => new SampleBox())];

    internal SampleBox Fill(Sample sample)
    {
        int number = (int)sample.Number;
        SampleBox box = _boxes[(number % _circle) + (number / _numbers * _circle)];
        box.Sample = sample;
        return box;
    }
}

public partial class SpscRingQueueBenchmarks
{
    private readonly DisruptorItems _disruptor = new(1_024);

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-1p1c", Role.Peer, "Disruptor")]
    public long DisruptorPoller() => Run(_disruptor);
}

public partial class MpscRingQueueBenchmarks
{
    private readonly BitFasterMpscItems _bitFaster = new(Capacity, 2);

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-2p1c", Role.Peer, "BitFaster.Caching")]
    public long BitFaster() => Run(_bitFaster);
}
