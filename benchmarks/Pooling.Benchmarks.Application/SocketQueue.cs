using System.Diagnostics.CodeAnalysis;
using Pooling.Queues;

namespace Pooling.Benchmarks.Application;

/// <summary>The queue of messages to send over one socket, which is the same for all contenders. Any thread.</summary>
internal sealed class SocketQueue<T>
{
    private const int Most = 1024;

    private readonly Lock _lock = new();
    private readonly RingQueue<T> _queue = new(1, Most);

    internal bool TryAdd(T frame)
    {
        lock (_lock)
            return _queue.TryEnqueue(frame);
    }

    internal bool TryTake([MaybeNullWhen(false)] out T frame)
    {
        lock (_lock)
            return _queue.TryDequeue(out frame);
    }
}
