namespace Pooling.Benchmarks.Queues;

/// <summary>A measured value that is passed from one thread to another: 16 bytes without a reference.</summary>
public readonly record struct Sample(long Number, double Value);

/// <summary>A queue for the loops of the benchmarks. Implemented by structs, so that each contender has separate loops.</summary>
internal interface IItemQueue<T>
{
    bool TryPut(T item);
    bool TryTake(out T item);
}

/// <summary>A bounded channel. It ignores <c>SingleReader</c> and <c>SingleWriter</c>.</summary>
internal readonly struct BoundedChannelItems<T>(int capacity) : IItemQueue<T> where T : struct
{
    private readonly Channel<T> _channel = Channel.CreateBounded<T>(capacity);
    public bool TryPut(T item) => _channel.Writer.TryWrite(item);
    public bool TryTake(out T item) => _channel.Reader.TryRead(out item);
}

/// <summary>A concurrent queue with a bound like the others: a counter, which is the cheapest exact bound.</summary>
internal readonly struct BoundedConcurrentItems<T>(int capacity) : IItemQueue<T> where T : struct
{
    private readonly ConcurrentQueue<T> _queue = [];
    private readonly int[] _count = new int[1];

    public bool TryPut(T item)
    {
        if (Volatile.Read(ref _count[0]) >= capacity)
            return false; // does not write while consumers catch up

        if (Interlocked.Increment(ref _count[0]) > capacity)
        {
            Interlocked.Decrement(ref _count[0]);
            return false;
        }

        _queue.Enqueue(item);
        return true;
    }

    public bool TryTake(out T item)
    {
        if (!_queue.TryDequeue(out item))
            return false;

        Interlocked.Decrement(ref _count[0]);
        return true;
    }
}

internal readonly struct RingItems<T>(RingQueue<T> queue) : IItemQueue<T> where T : struct
{
    public bool TryPut(T item) => queue.TryEnqueue(item);
    public bool TryTake(out T item) => queue.TryDequeue(out item);
}

internal readonly struct SpscItems<T>(SpscRingQueue<T> queue) : IItemQueue<T> where T : struct
{
    public bool TryPut(T item) => queue.TryEnqueue(item);
    public bool TryTake(out T item) => queue.TryDequeue(out item);
}

internal readonly struct MpscItems<T>(MpscRingQueue<T> queue) : IItemQueue<T> where T : struct
{
    public bool TryPut(T item) => queue.TryEnqueue(item);
    public bool TryTake(out T item) => queue.TryDequeue(out item);
}

internal readonly struct MpmcItems<T>(MpmcRingQueue<T> queue) : IItemQueue<T> where T : struct
{
    public bool TryPut(T item) => queue.TryEnqueue(item);
    public bool TryTake(out T item) => queue.TryDequeue(out item);
}
