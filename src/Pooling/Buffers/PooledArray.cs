using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>Owns an array that was rented from a pool, and exposes exactly the requested number of items.
/// <see cref="Dispose"/> returns the array.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <remarks>
/// <para>Ownership: the holder disposes it when its <see cref="Span"/> and <see cref="Memory"/> are no longer in use;
/// afterwards the array may belong to another caller. If it is never disposed, the array is left to the garbage
/// collector.</para>
/// <para>Clearing: an array whose items are or contain references is cleared before it is returned; others are cleared
/// on request. The initial content is whatever the pool left in the array.</para>
/// <para>Thread safety: that of an array. <see cref="Dispose"/> may be called by several threads at the same time, and
/// returns the array once.</para>
/// <para>Allocation: the owner itself, and what the pool allocates; no other member allocates. On .NET 10, an owner
/// that is created and disposed in the same method, and that the method passes to no other, is on the stack.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class PooledArray<T> : IMemoryOwner<T>
{
    private readonly ArrayPool<T>? _pool; // null: the shared one, whose members are then called directly
    private int _length; // negative: idle in a pool
    private readonly bool _clears;
    private readonly byte _gate; // under which it ends
    private T[]? _array; // null after Dispose; while idle in a pool, an array that it keeps

    /// <summary>The holder's state, in the form used for pooled objects; only for an array that comes from a
    /// pool.</summary>
    internal int Word;

    /// <summary>Its index in the lane of a scope, or the mark of the graph that it is part of.</summary>
    internal int Slot;

    /// <summary>Whether it comes from the pool of those that are rented without a scope.</summary>
    internal readonly bool IsUnscoped;

    /// <summary>Initializes a new instance of the <see cref="PooledArray{T}"/> class with an array rented from a
    /// pool.</summary>
    /// <param name="length">The number of items to expose, 0 or more. If 0, nothing is rented.</param>
    /// <param name="pool">The pool to rent the array from; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="clearOnReturn">Whether the items are cleared before the array is returned even if they contain no
    /// references.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative.</exception>
    /// <exception cref="InvalidOperationException">The pool returned an array that is too short.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // so that the owner can be allocated on the stack
    public PooledArray(int length, ArrayPool<T>? pool = null, bool clearOnReturn = false)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);

        T[] array = pool is null ? ArrayPool<T>.Shared.Rent(length) : length == 0 ? [] : RentedArray.Rent(pool, length);
        _pool = pool;
        _length = length;
        _clears = clearOnReturn || RuntimeHelpers.IsReferenceOrContainsReferences<T>();
        _gate = SingleTake.NewGate;
        _array = array;
    }

    /// <summary>Initializes a new instance with an array that was rented from <paramref name="pool"/>, or with an empty
    /// array that was not rented.</summary>
    internal PooledArray(T[] array, int length, ArrayPool<T> pool, bool clear)
    {
        _pool = pool;
        _length = length;
        _clears = clear || RuntimeHelpers.IsReferenceOrContainsReferences<T>();
        _gate = SingleTake.NewGate;
        _array = array;
    }

    private PooledArray(bool isUnscoped)
    {
        IsUnscoped = isUnscoped;
        _clears = RuntimeHelpers.IsReferenceOrContainsReferences<T>();
        _gate = SingleTake.NextGate();
        _length = Idle;
        IsPooled = true;
    }

    /// <summary>Whether it comes from a pool, and belongs to a scope or to another object, which returns it.</summary>
    internal bool IsPooled { get; }

    /// <summary>The gate under which it ends. For tests.</summary>
    internal byte Gate => _gate;

    internal string DebuggerText => _array is { } array && _length is >= 0 and int length
        ? $"{length} of {array.Length} items"
        : "disposed";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Gets the requested number of items; the array itself may be longer.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int Length
    {
        get
        {
            int length = _length;
            if (_array is null || length < 0)
                ThrowDisposed();

            return length;
        }
    }

    /// <summary>Gets a reference to an item.</summary>
    /// <param name="index">The index, from 0 to <see cref="Length"/> - 1.</param>
    /// <exception cref="IndexOutOfRangeException"><paramref name="index"/> is not in the array.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public ref T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref Span[index];
    }

    /// <summary>Gets the items as a span, which is valid until <see cref="Dispose"/>.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public Span<T> Span
    {
        // if the item type is known and sealed, the span needs no check of the array's type
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            T[]? array = _array;
            int length = _length;
            if (array is null || length < 0)
                ThrowDisposed();

            return new Span<T>(array, 0, length);
        }
    }

    /// <summary>Gets the items as memory, which is valid until <see cref="Dispose"/>.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public Memory<T> Memory
    {
        get
        {
            T[]? array = _array;
            int length = _length;
            if (array is null || length < 0)
                ThrowDisposed();

            return new Memory<T>(array, 0, length);
        }
    }

    /// <summary>Returns a part of the items, which is valid until <see cref="Dispose"/>. Ranges call it:
    /// <c>array[2..5]</c>.</summary>
    /// <param name="start">The index of the first item.</param>
    /// <param name="length">The number of items.</param>
    /// <returns>The items.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not within the items.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public Span<T> Slice(int start, int length) => Span.Slice(start, length);

    /// <summary>Returns the array to its pool. Only the first call has an effect, even if several threads call it at
    /// the same time.</summary>
    /// <exception cref="InvalidOperationException">The array was rented through a scope or for an object, which returns
    /// it.</exception>
    // like the constructor: no call gets the owner, and no locked instruction a field
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        T[]? array = _array;
        if (array is null)
            return;

        if (IsPooled)
        {
            if (_length >= 0)
                ThrowHasOwner();

            // dropped by its pool; the array is left to the garbage collector
            if (SingleTake.TryReplace(ref _length, Idle, IdleAndCharged, _gate))
                Uncharge(array);

            return;
        }

        array = SingleTake.Take(ref _array, _gate); // one of several racing disposals gets the array
        if (array is null)
            return;

        int clear = _clears ? _length : 0;
        if (_pool is null)
            RentedArray.Return(ArrayPool<T>.Shared, array, clear); // without a virtual call, since its type is known
        else
            RentedArray.Return(_pool, array, clear);
    }

    /// <summary>Gets the items of a rental that may have ended.</summary>
    /// <returns><see langword="false"/> if it has ended.</returns>
    internal bool TryGetSpan(out Span<T> items)
    {
        T[]? array = _array;
        int length = _length;
        // negative, or that of a rental that another thread has just begun
        if (array is null || (uint)length > (uint)array.Length)
        {
            items = default;
            return false;
        }

        items = new Span<T>(array, 0, length);
        return true;
    }

    // Static, like all that the members call, because an owner that is passed to a call is allocated on the heap.
    [DoesNotReturn]
    private static void ThrowDisposed() => Throw.ObjectDisposed(typeof(PooledArray<T>).FullName!);

    [DoesNotReturn]
    private static void ThrowHasOwner() =>
        Throw.InvalidOperation(
            "The array was rented through a scope or for an object, which returns it. Dispose that instead.");
}
