using System.Diagnostics.CodeAnalysis;

namespace Pooling.Queues;

/// <summary>The common interface of all queues, so that the same tests apply to each of them.</summary>
public abstract class QueueDriver<T> : IDisposable
{
    public abstract int Count { get; }

    public abstract bool IsEmpty { get; }

    public abstract bool IsCompleted { get; }

    /// <summary>Gets the maximum number of items.</summary>
    public abstract int Limit { get; }

    public abstract bool TryEnqueue(T item);

    public abstract int EnqueueMany(ReadOnlySpan<T> items);

    public abstract bool TryDequeue([MaybeNullWhen(false)] out T item);

    public abstract int DequeueMany(Span<T> items);

    public abstract void Complete();

    public abstract int Drain<TState>(Action<T, TState> consumer, TState state);

    public abstract void Dispose();

    public virtual bool TryPeek([MaybeNullWhen(false)] out T item) => throw new NotSupportedException();

    public virtual bool TryDequeueIf<TState>(Func<T, TState, bool> predicate, TState state, [MaybeNullWhen(false)] out T item) =>
        throw new NotSupportedException();

    public virtual bool TryEnqueueOverwrite<TState>(T item, Action<T, TState> dropped, TState state) => throw new NotSupportedException();
}
