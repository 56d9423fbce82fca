using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>First-in first-out queue in one circular array that grows up to a limit, for code that has its own lock or thread.</summary>
/// <typeparam name="T">The item type, a struct or a class. A slot that holds references is cleared when its item leaves.</typeparam>
/// <remarks>
/// <para>Thread safety: none; one thread at a time uses a queue. If two do, items are lost or come twice, counts are wrong, and members
/// throw <see cref="InvalidOperationException"/>, but no member reads or writes outside the storage.</para>
/// <para>Allocation: the slots, by the constructor and when the queue outgrows them; no other member allocates.</para>
/// </remarks>
public sealed partial class RingQueue<T> : IDisposable
{
    /// <summary>The limit of a queue that was given none: 16,777,216 items.</summary>
    public const int DefaultMaxCapacity = 1 << 24;

    private const int LargestCapacity = 1 << 30;

    // Without a lock these may be of different moments: so every index is wrapped at, or checked against, the length of the very array that
    // it is for.
    private T[] _slots; // a power of two in length, or empty
    private int _head; // the position of the oldest item: its index once it is wrapped, so that it may go on for ever
    private int _count;
    private int _room; // the items that fit without a look at anything else: 0 once completed
    private int _version; // changes with the content, so that enumerators and predicates that change it are found out
    private bool _isCompleted;

    /// <summary>Creates an empty queue.</summary>
    /// <param name="capacity">The items to make storage for at once, rounded up to a power of two; 0 for none.</param>
    /// <param name="maxCapacity">The most items that the queue ever holds, from 1 to 1,073,741,824.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxCapacity"/> is out of range, or <paramref name="capacity"/> is
    /// negative or more than that.</exception>
    public RingQueue(int capacity = 16, int maxCapacity = DefaultMaxCapacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCapacity, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(maxCapacity, LargestCapacity);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(capacity, maxCapacity);

        MaxCapacity = maxCapacity;
        _slots = capacity == 0 ? [] : new T[SlotsFor(capacity)];
        _room = Capacity;
    }

    /// <summary>The items that there is storage for now. Grows by doubling when it is used up.</summary>
    public int Capacity => Math.Min(_slots.Length, MaxCapacity);

    /// <summary>The most items that the queue ever holds.</summary>
    public int MaxCapacity { get; }

    /// <summary>How many items there are.</summary>
    public int Count => _count;

    /// <summary>Whether there is no item.</summary>
    public bool IsEmpty => _count == 0;

    /// <summary>Whether <see cref="Complete"/> was called and no item is left.</summary>
    public bool IsCompleted => _isCompleted && _count == 0;

    /// <summary>Adds an item, unless there are <see cref="MaxCapacity"/> of them.</summary>
    /// <param name="item">The item. The caller keeps it if it was not added.</param>
    /// <returns><see langword="false"/> if the queue was full or completed: the item was not added.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnqueue(T item)
    {
        int count = _count;
        if (count >= _room)
            return TryEnqueueSlowly(item);

        Add(item, count);
        return true;
    }

    /// <summary>Adds as many items as fit below <see cref="MaxCapacity"/>, the first ones.</summary>
    /// <param name="items">The items. The caller keeps those that were not added.</param>
    /// <returns>How many were added: fewer than given if the queue became full, 0 if it was full or completed.</returns>
    public int EnqueueMany(ReadOnlySpan<T> items)
    {
        int present = _count;
        int count = _isCompleted ? 0 : Math.Min(items.Length, MaxCapacity - present);
        if (count <= 0)
            return 0;

        if (count > _slots.Length - present)
        {
            Resize(SlotsFor(present + count));
            present = _count;
        }

        T[] slots = _slots;
        RingStorage.ThrowUnlessFits(slots, count);
        int tail = (_head + present) & (slots.Length - 1);
        int first = Math.Min(count, slots.Length - tail);
        items[..first].CopyTo(slots.AsSpan(tail));
        items[first..count].CopyTo(slots);
        _count = present + count;
        _version++;
        return count;
    }

    /// <summary>Adds an item, and takes the oldest one if there are <see cref="MaxCapacity"/> of them.</summary>
    /// <typeparam name="TState">What the callback needs to know.</typeparam>
    /// <param name="item">The item. The caller keeps it if it was not added.</param>
    /// <param name="state">Passed to <paramref name="dropped"/>, so that it can be a static lambda, which allocates nothing.</param>
    /// <param name="dropped">Owns each dropped item from the moment it is called. What it throws reaches the caller: then the new item was
    /// not added.</param>
    /// <returns>How many items were dropped; -1 if the queue was completed: the item was not added.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="dropped"/> is null.</exception>
    public int EnqueueOverwrite<TState>(T item, TState state, Action<TState, T> dropped)
    {
        ArgumentNullException.ThrowIfNull(dropped);

        int count = 0;
        while (!TryEnqueue(item))
        {
            if (_isCompleted)
                return -1;

            dropped(state, Remove());
            count++;
        }

        return count;
    }

    /// <summary>Takes the oldest item.</summary>
    /// <param name="item">The item; the default value if there was none.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDequeue([MaybeNullWhen(false)] out T item)
    {
        if (_count <= 0)
        {
            item = default!;
            return false;
        }

        item = Remove();
        return true;
    }

    /// <summary>Takes the oldest items, as many as there are or fit.</summary>
    /// <param name="items">Receives the items, the oldest first; what lies behind them is left as it was.</param>
    /// <returns>How many were taken; 0 if the queue was empty or <paramref name="items"/> is.</returns>
    public int DequeueMany(Span<T> items)
    {
        int present = _count;
        int count = Math.Min(items.Length, present);
        if (count <= 0)
            return 0;

        T[] slots = _slots;
        RingStorage.ThrowUnlessFits(slots, count);
        int head = _head & (slots.Length - 1);
        int first = Math.Min(count, slots.Length - head);
        Take(slots.AsSpan(head, first), items);
        Take(slots.AsSpan(0, count - first), items[first..]);
        _head = head + count;
        _count = present - count;
        _version++;
        return count;
    }

    /// <summary>Copies the oldest item and leaves it in the queue.</summary>
    /// <param name="item">The item; the default value if there was none.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    public bool TryPeek([MaybeNullWhen(false)] out T item)
    {
        bool found = _count > 0;
        item = found ? RingStorage.Wrapped(_slots, _head) : default!;
        return found;
    }

    /// <summary>Takes the oldest item if it is the right one.</summary>
    /// <typeparam name="TState">What the predicate needs to know.</typeparam>
    /// <param name="state">Passed to the predicate, so that it can be a static lambda, which allocates nothing.</param>
    /// <param name="predicate">Is asked once, about the oldest item; not at all if there is none. What it throws reaches the caller, and
    /// the item stays.</param>
    /// <param name="item">The item; the default value if none was taken.</param>
    /// <returns><see langword="false"/> if the queue was empty or the predicate said no: nothing was taken.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="predicate"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The predicate changed the queue.</exception>
    public bool TryDequeueIf<TState>(TState state, Func<TState, T, bool> predicate, [MaybeNullWhen(false)] out T item)
    {
        ArgumentNullException.ThrowIfNull(predicate);

        int version = _version;
        if (_count <= 0)
        {
            item = default!;
            return false;
        }

        int head = _head;
        ref T slot = ref RingStorage.Wrapped(_slots, head);
        item = slot;
        if (!predicate(state, item))
        {
            item = default!;
            return false;
        }

        if (_version != version)
            Throw.InvalidOperation("The predicate changed the queue that it was asked about.");

        Remove(ref slot, head);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Add(T item, int count)
    {
        RingStorage.Wrapped(_slots, _head + count) = item;
        _count = count + 1;
        _version++;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T Remove()
    {
        int head = _head;
        ref T slot = ref RingStorage.Wrapped(_slots, head);
        T item = slot;
        Remove(ref slot, head);
        return item;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Remove(ref T slot, int head)
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            slot = default!;

        _head = head + 1;
        _count--;
        _version++;
    }

    private static void Take(Span<T> slots, Span<T> items)
    {
        slots.CopyTo(items);
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            slots.Clear();
    }
}
