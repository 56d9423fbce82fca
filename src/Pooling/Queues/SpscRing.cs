using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>The ring of <see cref="SpscRingQueue{T}"/>: one producer, one consumer, and no locked
/// instruction.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <typeparam name="TAtomics">The way in which memory is accessed.</typeparam>
/// <remarks>Each side owns one position and keeps a copy of the other's, which it refreshes only when the copy
/// indicates that it cannot continue.
/// <para>Sources: L. Lamport, "Specifying Concurrent Program Modules" (TOPLAS 1983), for the two positions; P. P. C.
/// Lee, T. Bu and G. Chandranmenon, "A Lock-Free, Cache-Efficient Shared Ring Buffer for Multi-Core Architectures"
/// (ANCS 2009), for the copies.</para>
/// <para>The head is never beyond the tail, unless two threads use the same side. Two consumers can lose or repeat
/// items, but no call hangs: a head beyond the tail is set back, and the call throws.</para></remarks>
internal struct SpscRing<T, TAtomics> : IRing<T> where TAtomics : struct, IAtomics
{
    private const long Closed = -1; // less than any count

    private T[] _slots; // read after a position, or the limit: whoever sees an item, or room, sees the slots
    private readonly int _mask;
    private readonly int _capacity;
    // the capacity; Closed after completion, and 0 without slots, so that neither costs the producer anything
    private long _limit;
    private PaddedPositions _at;

    /// <param name="capacity">The maximum number of items.</param>
    /// <param name="start">The initial value of both positions, so that tests can reach their limits.</param>
    /// <param name="limit">A limit other than the capacity, for tests that must fail; 0 for none.</param>
    /// <param name="isLazy">Whether the first item makes the slots, instead of the constructor.</param>
    internal SpscRing(int capacity, long start = 0, int limit = 0, bool isLazy = false)
    {
        int slots = RingStorage.SlotsFor<T>(capacity);
        _slots = isLazy ? [] : new T[slots];
        _mask = slots - 1;
        _capacity = capacity;
        _limit = isLazy ? 0 : limit == 0 ? capacity : limit;
        _at.Tail = _at.CachedHead = _at.Head = _at.CachedTail = start;
    }

    public readonly int Capacity => _capacity;

    public readonly bool EnqueueIsFenced => false;

    public readonly bool DequeueIsFenced => false;

    public int Count
    {
        get
        {
            // Read the head first: the tail is then at least as large, and concurrent changes are clamped below.
            long head = default(TAtomics).ReadAcquire(ref _at.Head, RingLocation.Head); // pairs with the write in Free
            // pairs with the write in Publish
            long tail = default(TAtomics).ReadAcquire(ref _at.Tail, RingLocation.Tail);
            return (int)Math.Max(0, Math.Min(tail - head, _capacity)); // less than 0 only after misuse
        }
    }

    public bool IsEmpty
    {
        get
        {
            long head = default(TAtomics).ReadAcquire(ref _at.Head, RingLocation.Head); // as in Count
            return default(TAtomics).ReadAcquire(ref _at.Tail, RingLocation.Tail) - head <= 0; // less only after misuse
        }
    }

    // pairs with the write in Close
    public bool IsClosed => default(TAtomics).ReadAcquire(ref _limit, RingLocation.Limit) < 0;

    public bool IsEntered => Volatile.Read(ref _at.IsEntered) != 0; // pairs with the writes in TryEnter and Leave

    public bool IsStopped => Volatile.Read(ref _at.IsStopped) != 0; // pairs with the write in Stop

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnter() => _at.TryEnter();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Leave() => _at.Leave();

    public void Stop() => _at.Stop();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnqueue(T item)
    {
        TAtomics atomics = default;
        long tail = atomics.Read(ref _at.Tail, RingLocation.Tail);
        if (tail - atomics.Read(ref _at.CachedHead, RingLocation.CachedHead) >= Limit && RefreshRoom(tail) == 0)
            return false;

        int index = (int)tail & _mask;
        atomics.Store(ref RingStorage.At(_slots, index), item, RingLocation.Item(index));
        Publish(tail + 1);
        return true;
    }

    public int EnqueueMany(ReadOnlySpan<T> items)
    {
        TAtomics atomics = default;
        long tail = atomics.Read(ref _at.Tail, RingLocation.Tail);
        long room = Limit - (tail - atomics.Read(ref _at.CachedHead, RingLocation.CachedHead));
        if (room < items.Length)
            room = RefreshRoom(tail);

        int count = (int)Math.Min(room, items.Length);
        if (count <= 0)
            return 0;

        int index = (int)tail & _mask;
        int first = Math.Min(count, _slots.Length - index);
        if (count > _slots.Length) // only after misuse: the copy of the head is beyond the tail
        {
            RefreshRoom(tail);
            RingItems.ThrowTwoThreads();
        }

        atomics.StoreMany(new Span<T>(_slots, index, first), items[..first], RingLocation.Item(index));
        if (count > first)
            atomics.StoreMany(new Span<T>(_slots, 0, count - first), items[first..count], RingLocation.Item(0));

        Publish(tail + count);
        return count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDequeue(out T item)
    {
        TAtomics atomics = default;
        long head = atomics.Read(ref _at.Head, RingLocation.Head);
        if (head >= atomics.Read(ref _at.CachedTail, RingLocation.CachedTail) && RefreshItems(head) == 0)
        {
            item = default!;
            return false;
        }

        int index = (int)head & _mask;
        ref T slot = ref RingStorage.At(_slots, index);
        item = atomics.Load(ref slot, RingLocation.Item(index));
        Clear(ref slot, index);
        Free(head + 1);
        return true;
    }

    public int DequeueMany(Span<T> items)
    {
        TAtomics atomics = default;
        long head = atomics.Read(ref _at.Head, RingLocation.Head);
        long available = atomics.Read(ref _at.CachedTail, RingLocation.CachedTail) - head;
        if (available < items.Length)
            available = RefreshItems(head);

        int count = (int)Math.Min(available, items.Length);
        if (count == 0)
            return 0;

        int index = (int)head & _mask;
        int first = Math.Min(count, _slots.Length - index);
        if (count > _slots.Length) // only after misuse: the head was set back
        {
            Free(head + available);
            RingItems.ThrowTwoThreads();
        }

        Take(index, items[..first]);
        if (count > first)
            Take(0, items[first..count]);

        Free(head + count);
        return count;
    }

    public bool TryPeek(out T item) => TryPeek(out item, out _);

    /// <summary>Copies the oldest item and returns its position.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPeek(out T item, out long head)
    {
        TAtomics atomics = default;
        head = atomics.Read(ref _at.Head, RingLocation.Head);
        if (head >= atomics.Read(ref _at.CachedTail, RingLocation.CachedTail) && RefreshItems(head) == 0)
        {
            item = default!;
            return false;
        }

        int index = (int)head & _mask;
        item = atomics.Load(ref RingStorage.At(_slots, index), RingLocation.Item(index));
        return true;
    }

    /// <summary>Removes the item that <see cref="TryPeek(out T, out long)"/> returned. Consumer only.</summary>
    /// <returns><see langword="false"/> if the item is no longer the oldest: it was removed in the meantime.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRemove(long head)
    {
        if (default(TAtomics).Read(ref _at.Head, RingLocation.Head) != head)
            return false;

        int index = (int)head & _mask;
        Clear(ref RingStorage.At(_slots, index), index);
        Free(head + 1);
        return true;
    }

    public bool Close()
    {
        // Two threads that race to close may both get true: nothing depends on it.
        bool first = !IsClosed;
        default(TAtomics).WriteRelease(ref _limit, Closed, RingLocation.Limit); // pairs with the read in Limit
        return first;
    }

    private long Limit
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        // pairs with the write in Close; it orders nothing else
        get => default(TAtomics).ReadAcquire(ref _limit, RingLocation.Limit);
    }

    /// <summary>Makes what the producer wrote visible.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Publish(long tail) =>
        // pairs with the read in RefreshItems: whoever sees the position sees the items below it
        default(TAtomics).WriteRelease(ref _at.Tail, tail, RingLocation.Tail);

    /// <summary>Frees slots for the producer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Free(long head) =>
        // pairs with the read in RefreshRoom: the slots below it were read before
        default(TAtomics).WriteRelease(ref _at.Head, head, RingLocation.Head);

    /// <returns>The room for items at the consumer's current position; 0 if there is none, or the ring is
    /// closed.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private long RefreshRoom(long tail)
    {
        TAtomics atomics = default;
        if (Limit == 0)
            MakeSlots();

        long head = atomics.ReadAcquire(ref _at.Head, RingLocation.Head); // pairs with the write in Free
        atomics.Write(ref _at.CachedHead, head, RingLocation.CachedHead);
        return Math.Max(0, Limit - Math.Max(0, tail - head));
    }

    // If there is no memory, nothing has changed.
    private void MakeSlots()
    {
        _slots = new T[_mask + 1];
        // pairs with the read in Limit; the ring may have been closed meanwhile
        default(TAtomics).CompareExchange(ref _limit, _capacity, 0, RingLocation.Limit);
    }

    /// <remarks>Also called, in vain, while the copy of the tail has passed the largest position and the head has
    /// not.</remarks>
    /// <returns>The number of items up to the producer's current position.</returns>
    /// <exception cref="InvalidOperationException">The head is beyond the tail: two threads took, or added,
    /// items.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private long RefreshItems(long head)
    {
        TAtomics atomics = default;
        long tail = atomics.ReadAcquire(ref _at.Tail, RingLocation.Tail); // pairs with the write in Publish
        atomics.Write(ref _at.CachedTail, tail, RingLocation.CachedTail);
        if (tail - head < 0)
        {
            Free(tail);
            Leave();
            RingItems.ThrowTwoThreads();
        }

        return tail - head;
    }

    private readonly void Take(int index, Span<T> items)
    {
        Span<T> slots = new(_slots, index, items.Length);
        default(TAtomics).LoadMany(slots, items, RingLocation.Item(index));
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            default(TAtomics).ClearMany(slots, RingLocation.Item(index));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Clear(ref T slot, int index)
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            default(TAtomics).Store(ref slot, default!, RingLocation.Item(index));
    }
}
