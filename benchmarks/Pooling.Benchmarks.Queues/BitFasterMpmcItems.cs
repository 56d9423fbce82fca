using BitFaster.Caching.Buffers;

namespace Pooling.Benchmarks.Queues;

/// <summary>The queue of BitFaster for any number of consumers. It accepts objects only, and its capacity is rounded up to a power of
/// two.</summary>
internal readonly struct BitFasterMpmcItems(int capacity, int producers) : IItemQueue<Sample>
{
    private readonly MpmcBoundedBuffer<SampleBox> _buffer = new(capacity);
    private readonly SampleBoxes _boxes = new(capacity, producers, isReused: false);

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
