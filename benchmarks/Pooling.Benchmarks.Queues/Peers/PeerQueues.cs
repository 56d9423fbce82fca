using BitFaster.Caching.Buffers;
using Disruptor;
using Disruptor.Dsl;

namespace Pooling.Benchmarks.Queues;

/// <summary>Its capacity is rounded up to a power of two.</summary>
internal readonly struct BitFasterMpsc(int capacity, int samplesOfProducer) : ISampleQueue
{
    private readonly MpscBoundedBuffer<SampleBox> _buffer = new(capacity);
    private readonly SampleBoxes _boxes = new(capacity, samplesOfProducer);

    public bool TryPut(Sample sample)
    {
        SampleBox box = _boxes.Fill(sample);
        BufferStatus status;
        do
            status = _buffer.TryAdd(box);
        while (status == BufferStatus.Contended);

        return status == BufferStatus.Success;
    }

    public bool TryTake(out Sample sample)
    {
        if (_buffer.TryTake(out SampleBox? box) != BufferStatus.Success)
        {
            sample = default;
            return false;
        }

        sample = box!.Sample;
        return true;
    }
}

/// <summary>Its capacity is rounded up to a power of two.</summary>
internal readonly struct BitFasterMpmc(int capacity, int samplesOfProducer) : ISampleQueue
{
    private readonly MpmcBoundedBuffer<SampleBox> _buffer = new(capacity);
    private readonly SampleBoxes _boxes = new(capacity, samplesOfProducer);

    public bool TryPut(Sample sample)
    {
        SampleBox box = _boxes.Fill(sample);
        BufferStatus status;
        do
            status = _buffer.TryAdd(box);
        while (status == BufferStatus.Contended);

        return status == BufferStatus.Success;
    }

    public bool TryTake(out Sample sample)
    {
        BufferStatus status;
        SampleBox? box;
        do
            status = _buffer.TryTake(out box);
        while (status == BufferStatus.Contended);

        sample = status == BufferStatus.Success ? box!.Sample : default;
        return status == BufferStatus.Success;
    }
}

/// <summary>Polled, one event a call. Its capacity is a power of two.</summary>
internal readonly struct DisruptorOfSamples : ISampleQueue
{
    private readonly ValueRingBuffer<Sample> _ring;
    private readonly ValueEventPoller<Sample> _poller;
    private readonly EventPoller.ValueHandler<Sample> _take;
    private readonly SampleBox _taken = new();

    internal DisruptorOfSamples(ProducerType producers, int capacity)
    {
        _ring = ValueRingBuffer<Sample>.Create(producers, static () => default, capacity, new BusySpinWaitStrategy());
        _poller = _ring.NewPoller();
        _ring.AddGatingSequences(_poller.Sequence);
        SampleBox taken = _taken;
        _take = (ref sample, _, _) =>
        {
            taken.Sample = sample;
            return false;
        };
    }

    public bool TryPut(Sample sample)
    {
        if (!_ring.TryNext(out long sequence))
            return false;

        _ring[sequence] = sample;
        _ring.Publish(sequence);
        return true;
    }

    public bool TryTake(out Sample sample)
    {
        bool any = _poller.Poll(_take) == EventPoller.PollState.Processing;
        sample = any ? _taken.Sample : default;
        return any;
    }
}
