namespace Pooling.Queues;

/// <summary>Defines what a queue or channel needs from its ring. The ring determines which thread may call
/// what.</summary>
/// <typeparam name="T">The item type.</typeparam>
internal interface IRing<T>
{
    int Capacity { get; }

    /// <summary>A snapshot between 0 and the capacity.</summary>
    int Count { get; }

    bool IsEmpty { get; }

    bool IsClosed { get; }

    /// <summary>Whether a successful enqueue contains a full fence after the store that makes <see cref="IsEmpty"/>
    /// false.</summary>
    bool EnqueueIsFenced { get; }

    /// <summary>Whether a successful dequeue contains a full fence after the store that makes room.</summary>
    bool DequeueIsFenced { get; }

    bool TryEnqueue(T item);

    int EnqueueMany(ReadOnlySpan<T> items);

    bool TryDequeue(out T item);

    int DequeueMany(Span<T> items);

    /// <summary>Copies the oldest item. Consumer only; not supported by rings with several consumers, where the result
    /// would be unreliable.</summary>
    bool TryPeek(out T item);

    /// <summary>Whether the only consumer of a channel is in the ring. Always <see langword="false"/> in a ring with
    /// several consumers, like the next property.</summary>
    bool IsEntered { get; }

    /// <summary>Whether <see cref="Stop"/> was called.</summary>
    bool IsStopped { get; }

    /// <summary>Enters the ring as its only consumer. <see cref="Leave"/> follows, whatever this returns.</summary>
    /// <returns><see langword="false"/> if the ring was stopped, and the consumer must take nothing.</returns>
    bool TryEnter();

    /// <summary>Leaves the ring.</summary>
    void Leave();

    /// <summary>Stops the only consumer, which takes nothing any more. If it is not in the ring afterwards, the items
    /// belong to the caller; otherwise to the consumer when it has left, which sees the stop then.</summary>
    void Stop();

    /// <summary>Refuses further items.</summary>
    /// <returns><see langword="false"/> if the ring was already closed.</returns>
    bool Close();
}
