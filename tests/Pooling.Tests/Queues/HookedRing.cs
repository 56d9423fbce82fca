namespace Pooling.Queues;

/// <summary>A ring that runs an action of a test within a step: after the caller has decided to move an item, before it
/// does.</summary>
internal struct HookedRing<T, TRing>(TRing ring, RingHooks hooks) : IRing<T> where TRing : struct, IRing<T>
{
#pragma warning disable IDE0044 // its members change it
    private TRing _ring = ring;
#pragma warning restore IDE0044

    public readonly int Capacity => _ring.Capacity;

    public readonly int Count => _ring.Count;

    public readonly bool IsEmpty => _ring.IsEmpty;

    public readonly bool IsClosed => _ring.IsClosed;

    public readonly bool IsEntered => _ring.IsEntered;

    public readonly bool IsStopped => _ring.IsStopped;

    public readonly bool EnqueueIsFenced => _ring.EnqueueIsFenced;

    public readonly bool DequeueIsFenced => _ring.DequeueIsFenced;

    public bool TryEnqueue(T item)
    {
        hooks.Enqueuing?.Invoke();
        return _ring.TryEnqueue(item);
    }

    public int EnqueueMany(ReadOnlySpan<T> items) => _ring.EnqueueMany(items);

    public bool TryDequeue(out T item)
    {
        hooks.Dequeuing?.Invoke();
        return _ring.TryDequeue(out item);
    }

    public int DequeueMany(Span<T> items) => _ring.DequeueMany(items);

    public bool TryPeek(out T item) => _ring.TryPeek(out item);

    public bool TryEnter() => _ring.TryEnter();

    public void Leave() => _ring.Leave();

    public void Stop() => _ring.Stop();

    public bool Close() => _ring.Close();
}
