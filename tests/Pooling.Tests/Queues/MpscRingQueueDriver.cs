using System.Diagnostics.CodeAnalysis;

namespace Pooling.Queues;

internal sealed class MpscRingQueueDriver<T>(MpscRingQueue<T> queue) : QueueDriver<T>
{
    public override int Count => queue.Count;

    public override bool IsEmpty => queue.IsEmpty;

    public override bool IsCompleted => queue.IsCompleted;

    public override int Limit => queue.Capacity;

    public override bool TryEnqueue(T item) => queue.TryEnqueue(item);

    public override int EnqueueMany(ReadOnlySpan<T> items) => queue.EnqueueMany(items);

    public override bool TryDequeue([MaybeNullWhen(false)] out T item) => queue.TryDequeue(out item);

    public override int DequeueMany(Span<T> items) => queue.DequeueMany(items);

    public override void Complete() => queue.Complete();

    public override int Drain<TState>(Action<T, TState> consumer, TState state) => queue.Drain(consumer, state);

    public override void Dispose() => queue.Dispose();

    public override bool TryPeek([MaybeNullWhen(false)] out T item) => queue.TryPeek(out item);

    public override bool TryDequeueIf<TState>(Func<T, TState, bool> predicate, TState state, [MaybeNullWhen(false)] out T item) =>
        queue.TryDequeueIf(predicate, state, out item);
}
