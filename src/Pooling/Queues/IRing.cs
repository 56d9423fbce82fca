namespace Pooling.Queues;

/// <summary>Defines what a queue or channel needs from its ring. The ring determines which thread may call what.</summary>
/// <typeparam name="T">The item type.</typeparam>
internal interface IRing<T>
{
    int Capacity { get; }

    /// <summary>A snapshot between 0 and the capacity.</summary>
    int Count { get; }

    bool IsEmpty { get; }

    bool IsClosed { get; }

    /// <summary>Whether a successful enqueue contains a full fence after the store that makes <see cref="IsEmpty"/> false.</summary>
    bool EnqueueIsFenced { get; }

    /// <summary>Whether a successful dequeue contains a full fence after the store that makes room.</summary>
    bool DequeueIsFenced { get; }

    bool TryEnqueue(T item);

    int EnqueueMany(ReadOnlySpan<T> items);

    bool TryDequeue(out T item);

    int DequeueMany(Span<T> items);

    /// <summary>Copies the oldest item. Consumer only; not supported by rings with several consumers, where the result would be
    /// unreliable.</summary>
    bool TryPeek(out T item);

    /// <summary>Refuses further items.</summary>
    /// <returns><see langword="false"/> if the ring was already closed.</returns>
    bool Close();
}
