using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>The ring of <see cref="MpmcRingQueue{T}"/>: producers take turns by compare-and-swap, and so do
/// consumers.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <typeparam name="TAtomics">The way in which memory is accessed.</typeparam>
/// <remarks>Positions advance in steps of two; the lowest bit of the tail means closed, so that no producer can claim a
/// position afterwards. A slot's sequence is the position for which it is empty or, with its lowest bit set, the
/// position whose item it holds.
/// <para>Source: D. Vyukov, "Bounded MPMC queue" (1024cores.net, 2010). Differences: an exact limit; a bit instead of a
/// distance to distinguish an item from an empty slot; and answers that are true at one instant, because the position
/// of the other end distinguishes full and empty from an operation in progress.</para></remarks>
internal struct MpmcRing<T, TAtomics> : IRing<T> where TAtomics : struct, IAtomics
{
    private const long Step = 2;
    private const long ClosedBit = 1;
    private const long HasItem = 1;

    private RingSlot<T>[] _slots; // read after a position: whoever sees one beyond the first sees the slots
    private readonly int _mask;
    private readonly int _capacity;
    private readonly long _limit; // in steps
    private readonly bool _fillsStorage; // then a free slot means that there is room
    private PaddedPositions _at;

    /// <param name="capacity">The maximum number of items.</param>
    /// <param name="start">The initial value of both positions, an even number, so that tests can reach their
    /// limits.</param>
    /// <param name="limit">A limit other than the capacity, for tests that must fail; 0 for none.</param>
    /// <param name="isLazy">Whether the first item makes the slots, instead of the constructor.</param>
    internal MpmcRing(int capacity, long start = 0, int limit = 0, bool isLazy = false)
    {
        int slots = RingStorage.SlotsFor<RingSlot<T>>(capacity);
        _slots = isLazy ? RingSlot<T>.NotMade : RingSlot<T>.Create(slots, start);
        _mask = slots - 1;
        _capacity = capacity;
        _limit = Step * (limit == 0 ? capacity : limit);
        _fillsStorage = capacity == slots;
        _at.Tail = _at.CachedHead = _at.Head = start;
    }

    public readonly int Capacity => _capacity;

    public readonly bool EnqueueIsFenced => true; // by the claim

    public readonly bool DequeueIsFenced => true; // by the claim

    public int Count
    {
        get
        {
            // Read the head first: the tail is then at least as large, and concurrent changes are clamped below.
            long head = ReadHead();
            long tail = ReadTail() & ~ClosedBit;
            return (int)Math.Min((tail - head) / Step, _capacity);
        }
    }

    public bool IsEmpty => Count == 0;

    public bool IsClosed => (ReadTail() & ClosedBit) != 0;

    public readonly bool IsEntered => false;

    public readonly bool IsStopped => false;

    public readonly bool TryEnter() => true;

    public readonly void Leave()
    {
    }

    public readonly void Stop()
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnqueue(T item) =>
        TryEnqueueAt(item, out long tail, out long sequence) || TryEnqueueSlowly(item, tail, sequence);

    public int EnqueueMany(ReadOnlySpan<T> items)
    {
        int count = 0;
        while (count < items.Length && TryEnqueue(items[count]))
            count++;

        return count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDequeue(out T item) =>
        TryDequeueAt(out item, out long head, out long sequence) || TryDequeueSlowly(out item, head, sequence);

    public int DequeueMany(Span<T> items)
    {
        int count = 0;
        // not directly into the span, whose rest must stay unchanged
        while (count < items.Length && TryDequeue(out T item))
            items[count++] = item;

        return count;
    }

    public readonly bool TryPeek(out T item) => throw new NotSupportedException();

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

    /// <summary>Tries once to claim the next position and fill its slot.</summary>
    /// <returns><see langword="false"/> if the slot is not empty, the cached head indicates a full ring, or another
    /// producer was faster.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryEnqueueAt(T item, out long tail, out long sequence)
    {
        TAtomics atomics = default;
        tail = ReadTail();
        int index = IndexOf(tail);
        ref RingSlot<T> slot = ref RingStorage.At(_slots, index);
        // pairs with the write in TryDequeueAt: the slot was emptied before
        sequence = atomics.ReadAcquire(ref slot.Sequence, RingLocation.Sequence(index));

        // A tail with the closed bit equals no sequence: its position was never claimed.
        // the claim: one of several producers gets the position
        if (sequence != tail || !IsWithinLimit(tail)
            || !atomics.CompareExchange(ref _at.Tail, tail + Step, tail, RingLocation.Tail))
        {
            return false;
        }

        atomics.Store(ref slot.Item, item, RingLocation.Item(index));
        // pairs with the read in TryDequeueAt
        atomics.WriteRelease(ref slot.Sequence, tail | HasItem, RingLocation.Sequence(index));
        return true;
    }

    /// <summary>Tries once to claim the oldest position and empty its slot.</summary>
    /// <returns><see langword="false"/> if there is no item in the slot, or another consumer was faster.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryDequeueAt(out T item, out long head, out long sequence)
    {
        TAtomics atomics = default;
        head = ReadHead();
        int index = IndexOf(head);
        ref RingSlot<T> slot = ref RingStorage.At(_slots, index);
        // pairs with the write in TryEnqueueAt: the item was written before
        sequence = atomics.ReadAcquire(ref slot.Sequence, RingLocation.Sequence(index));
        long next = head + (Step * (_mask + 1L)); // computed before the claim, which stalls the processor
        // the claim: one of several consumers gets the item
        if (sequence != (head | HasItem)
            || !atomics.CompareExchange(ref _at.Head, head + Step, head, RingLocation.Head))
        {
            item = default!;
            return false;
        }

        item = atomics.Load(ref slot.Item, RingLocation.Item(index));
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            atomics.Store(ref slot.Item, default!, RingLocation.Item(index));

        // pairs with the read in TryEnqueueAt
        atomics.WriteRelease(ref slot.Sequence, next, RingLocation.Sequence(index));
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    // pairs with the claims by producers
    private long ReadTail() => default(TAtomics).ReadAcquire(ref _at.Tail, RingLocation.Tail);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    // pairs with the claims by consumers
    private long ReadHead() => default(TAtomics).ReadAcquire(ref _at.Head, RingLocation.Head);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsWithinLimit(long tail) => _fillsStorage || tail - ReadCachedHead() < _limit;

    // Pairs with the write in HasRoom. It orders nothing: the slot's own sequence orders the slot.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private long ReadCachedHead() => default(TAtomics).ReadAcquire(ref _at.CachedHead, RingLocation.CachedHead);

    /// <returns><see langword="false"/> if the ring was full when the head was read.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool HasRoom(long tail)
    {
        long head = ReadHead();
        // pairs with the read in ReadCachedHead; a late write only sets it back
        default(TAtomics).WriteRelease(ref _at.CachedHead, head, RingLocation.CachedHead);
        return tail - head < _limit;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int IndexOf(long position) => (int)(position >> 1) & _mask;

    /// <summary>Continues after a claim was not attempted or failed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryEnqueueSlowly(T item, long tail, long sequence)
    {
        TAtomics atomics = default;
        SpinWait spin = default;
        while (true)
        {
            if ((tail & ClosedBit) != 0)
                return false;

            if (_slots == RingSlot<T>.NotMade)
            {
                MakeSlots();
            }
            else if (sequence - tail < 0)
            {
                // The item of the previous round is still in the slot, either because the ring is full or because its
                // consumer is about to take it.
                if (!HasRoom(tail))
                    return false;

                atomics.Wait(ref spin);
            }
            else if (sequence == tail && !IsWithinLimit(tail) && !HasRoom(tail))
            {
                return false;
            }
            else
            {
                atomics.Retry(); // the tail or the cached head was outdated
            }

            if (TryEnqueueAt(item, out tail, out sequence))
                return true;
        }
    }

    // If there is no memory, nothing has changed. One of several first producers brings the slots. Pairs with the
    // claims, which come after it, and with the reads of positions, which come before those of the slots.
    private void MakeSlots() =>
        Interlocked.CompareExchange(ref _slots, RingSlot<T>.Create(_mask + 1, 0), RingSlot<T>.NotMade);

    /// <summary>Continues after a claim was not attempted or failed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryDequeueSlowly(out T item, long head, long sequence)
    {
        TAtomics atomics = default;
        SpinWait spin = default;
        while (true)
        {
            if (sequence - head > 0)
            {
                atomics.Retry(); // the head was outdated
            }
            else if ((ReadTail() & ~ClosedBit) - head <= 0)
            {
                item = default!;
                return false; // both ends were equal when the tail was read
            }
            else
            {
                atomics.Wait(ref spin); // a producer has claimed the position and is about to fill it
            }

            if (TryDequeueAt(out item, out head, out sequence))
                return true;
        }
    }
}
