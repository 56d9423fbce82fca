using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>The ring of <see cref="MpscRingQueue{T}"/>: several producers, which take turns by compare-and-swap, and
/// one consumer without a locked instruction.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <typeparam name="TAtomics">The way in which memory is accessed.</typeparam>
/// <remarks>Positions advance in steps of two; the lowest bit of the tail means closed, so that no producer can claim a
/// position afterwards. A producer claims a position, writes the item, and then marks the slot. Only the head frees
/// slots: the consumer does not write the sequence of a slot.
/// <para>Source: D. Vyukov, "Bounded MPMC queue" (1024cores.net, 2010), for the sequence of each slot. Differences: an
/// exact limit, and a bit instead of a distance to distinguish an item from an empty slot.</para>
/// <para>The head is never beyond the tail, because only a filled slot moves it. It is never more than the limit behind
/// the tail, unless two threads consume: then a stale write of one sets back what the other has moved. Items are lost
/// or come twice, but every operation ends: a consumer whose head is too far behind, where a slot may never be filled
/// for it again, continues at the limit, and throws. It must not skip more: a slot in which a producer is still writing
/// must not be passed.</para></remarks>
internal struct MpscRing<T, TAtomics> : IRing<T> where TAtomics : struct, IAtomics
{
    private const long Step = 2;
    private const long ClosedBit = 1;
    private const long HasItem = 1;

    private RingSlot<T>[] _slots; // read after a position, or the limit: whoever sees an item, or room, sees the slots
    private readonly int _mask;
    private readonly int _capacity;
    private long _limit; // in steps; 0 without slots
    private PaddedPositions _at;

    /// <param name="capacity">The maximum number of items.</param>
    /// <param name="start">The initial value of both positions, an even number, so that tests can reach their
    /// limits.</param>
    /// <param name="limit">A limit other than the capacity, for tests that must fail; 0 for none.</param>
    /// <param name="isLazy">Whether the first item makes the slots, instead of the constructor.</param>
    internal MpscRing(int capacity, long start = 0, int limit = 0, bool isLazy = false)
    {
        int slots = RingStorage.SlotsFor<RingSlot<T>>(capacity);
        _slots = isLazy ? RingSlot<T>.NotMade : RingSlot<T>.Create(slots, start);
        _mask = slots - 1;
        _capacity = capacity;
        _limit = isLazy ? 0 : Step * (limit == 0 ? capacity : limit);
        _at.Tail = _at.CachedHead = _at.Head = _at.CachedTail = start;
    }

    public readonly int Capacity => _capacity;

    public readonly bool EnqueueIsFenced => true; // by the claim

    public readonly bool DequeueIsFenced => false;

    public int Count
    {
        get
        {
            // Read the head first: the tail is then at least as large, and concurrent changes are clamped below.
            long head = default(TAtomics).ReadAcquire(ref _at.Head, RingLocation.Head); // pairs with the write in Free
            long tail = ReadTail() & ~ClosedBit;
            return (int)Math.Min((tail - head) / Step, _capacity);
        }
    }

    public bool IsEmpty
    {
        get
        {
            long head = default(TAtomics).ReadAcquire(ref _at.Head, RingLocation.Head); // as in Count
            return (ReadTail() & ~ClosedBit) == head;
        }
    }

    public bool IsClosed => (ReadTail() & ClosedBit) != 0;

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
        while (true)
        {
            long tail = ReadTail();
            if (((tail & ClosedBit) != 0) | (tail - ReadCachedHead() >= Limit) && RoomAt(tail) == 0)
                return false;

            // the claim: one of several producers gets the position
            if (atomics.CompareExchange(ref _at.Tail, tail + Step, tail, RingLocation.Tail))
            {
                Fill(tail, item);
                return true;
            }

            atomics.Retry();
        }
    }

    public int EnqueueMany(ReadOnlySpan<T> items)
    {
        TAtomics atomics = default;
        while (true)
        {
            long tail = ReadTail();
            long room = (tail & ClosedBit) != 0 ? 0 : (Limit - (tail - ReadCachedHead())) / Step;
            if (room < items.Length)
                room = RoomAt(tail);

            int count = (int)Math.Min(room, items.Length);
            if (count <= 0)
                return 0;

            // as in TryEnqueue, for all at once
            if (atomics.CompareExchange(ref _at.Tail, tail + (Step * count), tail, RingLocation.Tail))
            {
                for (int i = 0; i < count; i++)
                    Fill(tail + (Step * i), items[i]);

                return count;
            }

            atomics.Retry();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDequeue(out T item)
    {
        long head = default(TAtomics).Read(ref _at.Head, RingLocation.Head);
        if (!IsBelowTail(head) || (!HasItemAt(head) && !WaitForItem(head)))
        {
            item = default!;
            return false;
        }

        item = Take(head);
        Free(head + Step);
        return true;
    }

    public int DequeueMany(Span<T> items)
    {
        long head = default(TAtomics).Read(ref _at.Head, RingLocation.Head);
        if (items.IsEmpty || !IsBelowTail(head) || (!HasItemAt(head) && !WaitForItem(head)))
            return 0;

        int count = 0;
        do
        {
            items[count++] = Take(head);
            head += Step;
        }
        while (count < items.Length && IsBelowTail(head) && HasItemAt(head));

        Free(head);
        return count;
    }

    public bool TryPeek(out T item) => TryPeek(out item, out _);

    /// <summary>Copies the oldest item and returns its position.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPeek(out T item, out long head)
    {
        head = default(TAtomics).Read(ref _at.Head, RingLocation.Head);
        if (!IsBelowTail(head) || (!HasItemAt(head) && !WaitForItem(head)))
        {
            item = default!;
            return false;
        }

        int index = IndexOf(head);
        item = default(TAtomics).Load(ref RingStorage.At(_slots, index).Item, RingLocation.Item(index));
        return true;
    }

    /// <summary>Removes the item that <see cref="TryPeek(out T, out long)"/> returned. Consumer only.</summary>
    /// <returns><see langword="false"/> if the item is no longer the oldest: it was removed in the meantime.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRemove(long head)
    {
        if (default(TAtomics).Read(ref _at.Head, RingLocation.Head) != head)
            return false;

        int index = IndexOf(head);
        Clear(ref RingStorage.At(_slots, index), index);
        Free(head + Step);
        return true;
    }

    public bool Close()
    {
        TAtomics atomics = default;
        while (true)
        {
            long tail = ReadTail();
            if ((tail & ClosedBit) != 0)
                return false;

            // pairs with the claims: none succeeds afterwards
            if (atomics.CompareExchange(ref _at.Tail, tail | ClosedBit, tail, RingLocation.Tail))
                return true;

            atomics.Retry();
        }
    }

    private long Limit
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Volatile.Read(ref _limit); // pairs with the write in MakeSlots
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    // needs no pairing: the compare-and-swap checks it again
    private long ReadTail() => default(TAtomics).ReadAcquire(ref _at.Tail, RingLocation.Tail);

    // Pairs with the write in RoomAt, possibly by another producer: whoever uses the cached value must see the slots
    // below it as free, like the producer that stored it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private long ReadCachedHead() => default(TAtomics).ReadAcquire(ref _at.CachedHead, RingLocation.CachedHead);

    /// <returns>The room for items at the consumer's current position; 0 if there is none, or the ring is
    /// closed.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private long RoomAt(long tail)
    {
        if ((tail & ClosedBit) != 0)
            return 0;

        if (Limit == 0)
            MakeSlots();

        TAtomics atomics = default;
        long head = atomics.ReadAcquire(ref _at.Head, RingLocation.Head); // pairs with the write in Free
        // pairs with the read in ReadCachedHead; a late write only sets it back
        atomics.WriteRelease(ref _at.CachedHead, head, RingLocation.CachedHead);
        // the tail may be outdated, and the head beyond it
        return Math.Max(0, (_limit - Math.Max(0, tail - head)) / Step);
    }

    // If there is no memory, nothing has changed. One of several first producers brings the slots.
    private void MakeSlots()
    {
        // pairs with the reads of the limit and of positions, which come before those of the slots
        Interlocked.CompareExchange(ref _slots, RingSlot<T>.Create(_mask + 1, 0), RingSlot<T>.NotMade);
        Volatile.Write(ref _limit, Step * _capacity); // pairs with the read in Limit
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Fill(long position, T item)
    {
        int index = IndexOf(position);
        ref RingSlot<T> slot = ref RingStorage.At(_slots, index);
        default(TAtomics).Store(ref slot.Item, item, RingLocation.Item(index));
        // pairs with the read in HasItemAt
        default(TAtomics).WriteRelease(ref slot.Sequence, position | HasItem, RingLocation.Sequence(index));
    }

    /// <summary>Returns whether a producer has claimed the position of the head, for all that the consumer
    /// knows.</summary>
    /// <remarks>The consumer must not look into a slot before it is claimed: the producer is about to write to it, and
    /// to its neighbors. It looks at the tail instead, once for all items that were added meanwhile.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsBelowTail(long head)
    {
        TAtomics atomics = default;
        if (head < atomics.Read(ref _at.CachedTail, RingLocation.CachedTail))
            return true;

        long tail = ReadTail() & ~ClosedBit;
        atomics.Write(ref _at.CachedTail, tail, RingLocation.CachedTail);
        return head != tail;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool HasItemAt(long head)
    {
        int index = IndexOf(head);
        // pairs with the write in Fill
        return default(TAtomics).ReadAcquire(
            ref RingStorage.At(_slots, index).Sequence, RingLocation.Sequence(index)) == (head | HasItem);
    }

    /// <returns><see langword="false"/> if the ring is empty.</returns>
    /// <exception cref="InvalidOperationException">The head is more than the limit behind the tail: two threads took
    /// items.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool WaitForItem(long head)
    {
        SpinWait spin = default;
        do
        {
            long tail = ReadTail() & ~ClosedBit;
            if (tail == head)
                return false;

            if (HasItemAt(head))
                return true;

            if (tail - head > _limit)
            {
                Free(tail - _limit);
                Leave();
                RingItems.ThrowTwoThreads();
            }

            default(TAtomics).Wait(ref spin); // a producer has claimed the position and is about to fill it
        }
        while (!HasItemAt(head));

        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly T Take(long head)
    {
        int index = IndexOf(head);
        ref RingSlot<T> slot = ref RingStorage.At(_slots, index);
        T item = default(TAtomics).Load(ref slot.Item, RingLocation.Item(index));
        Clear(ref slot, index);
        return item;
    }

    /// <summary>Frees slots for the producers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Free(long head) =>
        // pairs with the read in RoomAt: the slots below it were read before
        default(TAtomics).WriteRelease(ref _at.Head, head, RingLocation.Head);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Clear(ref RingSlot<T> slot, int index)
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            default(TAtomics).Store(ref slot.Item, default!, RingLocation.Item(index));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int IndexOf(long position) => (int)(position >> 1) & _mask;
}
