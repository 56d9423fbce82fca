using Disruptor;
using Disruptor.Dsl;

namespace Pooling.Benchmarks.Queues;

/// <summary>The Disruptor, polled with one event per call. Its capacity is a power of two.</summary>
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

public partial class SpscRingQueueBenchmarks
{
    private readonly DisruptorItems _disruptor = new(1_024);

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-1p1c", Role.Peer, "Disruptor")]
    public long DisruptorPoller() => Run(_disruptor);
}
