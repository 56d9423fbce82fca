using System.Diagnostics.CodeAnalysis;

namespace Pooling.Queues;

/// <summary>What all queues have in common, so that one set of tests asks each of them.</summary>
public abstract class QueueDriver<T> : IDisposable
{
    public abstract int Count { get; }

    public abstract bool IsEmpty { get; }

    public abstract bool IsCompleted { get; }

    /// <summary>The most items.</summary>
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
