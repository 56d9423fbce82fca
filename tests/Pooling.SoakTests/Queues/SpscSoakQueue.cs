using Pooling.Queues;

namespace Pooling.SoakTests.Queues;

internal readonly struct SpscSoakQueue(SpscRingQueue<WideItem> queue) : ISoakQueue
{
    public bool IsEmpty => queue.IsEmpty;

    public bool TryEnqueue(WideItem item) => queue.TryEnqueue(item);

    public int EnqueueMany(ReadOnlySpan<WideItem> items) => queue.EnqueueMany(items);

    public bool TryDequeue(out WideItem item) => queue.TryDequeue(out item);

    public int DequeueMany(Span<WideItem> items) => queue.DequeueMany(items);
}
