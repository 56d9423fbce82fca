namespace Pooling.Queues;

/// <summary>What a queue or channel asks of the ring behind it; which thread may do what is the ring's matter.</summary>
/// <typeparam name="T">The item type.</typeparam>
internal interface IRing<T>
{
    int Capacity { get; }

    /// <summary>A snapshot, from 0 to the capacity.</summary>
    int Count { get; }

    bool IsEmpty { get; }

    bool IsClosed { get; }

    /// <summary>Whether a successful enqueue contains a full fence behind the store that makes <see cref="IsEmpty"/> false.</summary>
    bool EnqueueIsFenced { get; }

    /// <summary>Whether a successful dequeue contains a full fence behind the store that makes room.</summary>
    bool DequeueIsFenced { get; }

    bool TryEnqueue(T item);

    int EnqueueMany(ReadOnlySpan<T> items);

    bool TryDequeue(out T item);

    int DequeueMany(Span<T> items);

    /// <summary>Copies the oldest item. The one consumer's; a ring with several has none that could trust what it sees.</summary>
    bool TryPeek(out T item);

    /// <summary>Refuses further items.</summary>
    /// <returns><see langword="false"/> if that was so already.</returns>
    bool Close();
}
