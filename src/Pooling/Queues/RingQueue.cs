using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>Provides a first-in, first-out queue in a circular array that grows up to a limit, for code that has its
/// own lock or thread.</summary>
/// <typeparam name="T">The item type, a struct or a class. A slot that contains references is cleared when its item is
/// removed.</typeparam>
/// <remarks>
/// <para>Thread safety: none; use a queue on one thread at a time. If two threads use it, items are lost or duplicated,
/// counts are wrong, and members throw <see cref="InvalidOperationException"/>, but no member reads or writes outside
/// of the storage.</para>
/// <para>Allocation: the slots, in the constructor and when the queue grows; no other member allocates.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class RingQueue<T> : IReadOnlyCollection<T>, IDisposable
{
    /// <summary>The default maximum number of items of a queue: 16,777,216.</summary>
    private const int DefaultMaxCapacity = 1 << 24;

    private const int LargestCapacity = 1 << 30;

    // Without a lock these may be from different moments, so every index is wrapped at, or checked against, the length
    // of the very array that it is used with.
    private T[] _slots; // a power of two in length, or empty
    private int _head; // the position of the oldest item, which becomes its index by wrapping, so that it may overflow
    private int _count;
    private int _room; // the number of items that fit without further checks: 0 once completed
    private int _version; // changes with the content, to detect enumerators and predicates that change it
    private bool _isCompleted;

    /// <summary>Initializes a new, empty queue.</summary>
    /// <param name="capacity">The number of items for which to allocate storage immediately, rounded up to a power of
    /// two; 0 for none.</param>
    /// <param name="maxCapacity">The maximum number of items, from 1 to 1,073,741,824.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxCapacity"/> is out of range, or
    /// <paramref name="capacity"/> is negative or greater than <paramref name="maxCapacity"/>.</exception>
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

    /// <summary>Gets the number of items for which there is storage. The storage is doubled when it is full.</summary>
    public int Capacity => Math.Min(_slots.Length, MaxCapacity);

    /// <summary>Gets the maximum number of items in the queue.</summary>
    public int MaxCapacity { get; }

    /// <summary>Gets the number of items in the queue.</summary>
    public int Count => _count;

    /// <summary>Gets a value that indicates whether the queue is empty.</summary>
    public bool IsEmpty => _count == 0;

    /// <summary>Gets a value that indicates whether <see cref="Complete"/> was called and no item is left.</summary>
    public bool IsCompleted => _isCompleted && _count == 0;

    private string DebuggerText => $"Count = {Count}, MaxCapacity = {MaxCapacity}, IsCompleted = {IsCompleted}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Attempts to add an item. Fails if the queue holds <see cref="MaxCapacity"/> items.</summary>
    /// <param name="item">The item to add. The caller keeps it if it was not added.</param>
    /// <returns><see langword="false"/> if the queue was full or completed; the item was not added.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnqueue(T item)
    {
        int count = _count;
        if (count >= _room)
            return TryEnqueueSlowly(item);

        Add(item, count);
        return true;
    }

    /// <summary>Adds the first items, as many as fit within <see cref="MaxCapacity"/>.</summary>
    /// <param name="items">The items to add. The caller keeps those that were not added.</param>
    /// <returns>The number of items added: fewer than specified if the queue became full, and 0 if it was full or
    /// completed.</returns>
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

    /// <summary>Attempts to add an item. Removes the oldest item if the queue holds <see cref="MaxCapacity"/>
    /// items.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="item">The item to add. The caller keeps it if it was not added.</param>
    /// <param name="dropped">Called with each removed item and the state; it then owns the item. If it throws, the
    /// exception is passed to the caller and the new item is not added.</param>
    /// <param name="state">The state to pass to <paramref name="dropped"/>. It allows for a static lambda, which does
    /// not allocate.</param>
    /// <returns><see langword="false"/> if the queue was completed; the item was not added.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="dropped"/> is <see langword="null"/>.</exception>
    public bool TryEnqueueOverwrite<TState>(T item, Action<T, TState> dropped, TState state)
    {
        ArgumentNullException.ThrowIfNull(dropped);

        while (!TryEnqueue(item))
        {
            if (_isCompleted)
                return false;

            dropped(Remove(), state);
        }

        return true;
    }

    /// <summary>Attempts to remove the oldest item.</summary>
    /// <param name="item">The oldest item; the default value if the queue was empty.</param>
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

    /// <summary>Removes the oldest items, up to the length of the span.</summary>
    /// <param name="items">The span that receives the items, oldest first. The rest of the span is unchanged.</param>
    /// <returns>The number of items removed; 0 if the queue or <paramref name="items"/> was empty.</returns>
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

    /// <summary>Attempts to read the oldest item without removing it.</summary>
    /// <param name="item">The oldest item; the default value if the queue was empty.</param>
    /// <returns><see langword="false"/> if the queue was empty.</returns>
    public bool TryPeek([MaybeNullWhen(false)] out T item)
    {
        bool found = _count > 0;
        item = found ? RingStorage.Wrapped(_slots, _head) : default!;
        return found;
    }

    /// <summary>Attempts to remove the oldest item if it matches a predicate.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="predicate">Called once with the oldest item and the state; not called if the queue is empty. If it
    /// throws, the exception is passed to the caller and the item stays in the queue.</param>
    /// <param name="state">The state to pass to the predicate. It allows for a static lambda, which does not
    /// allocate.</param>
    /// <param name="item">The removed item; the default value if none was removed.</param>
    /// <returns><see langword="false"/> if the queue was empty or the predicate returned <see langword="false"/>;
    /// nothing was removed.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="predicate"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The predicate changed the queue.</exception>
    public bool TryDequeueIf<TState>(Func<T, TState, bool> predicate, TState state, [MaybeNullWhen(false)] out T item)
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
        if (!predicate(item, state))
        {
            item = default!;
            return false;
        }

        if (_version != version)
            Throw.InvalidOperation("The predicate changed the queue. It must not change the queue that called it.");

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
