using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>Owns an array that was rented from a pool, and exposes exactly the requested number of items. <see cref="Dispose"/> returns the
/// array.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <remarks>
/// <para>Ownership: the holder disposes it when its <see cref="Span"/> and <see cref="Memory"/> are no longer in use; afterwards the array
/// may belong to another caller. If it is never disposed, the array is left to the garbage collector.</para>
/// <para>Clearing: an array whose items are or contain references is cleared before it is returned; others are cleared on request. The
/// initial content is whatever the pool left in the array.</para>
/// <para>Thread safety: that of an array. <see cref="Dispose"/> may be called by several threads at the same time, and returns the array
/// once.</para>
/// <para>Allocation: the owner itself, and what the pool allocates; no other member allocates.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class PooledArray<T> : IMemoryOwner<T>
{
    private readonly ArrayPool<T> _pool;
    private int _length; // negative: idle in a pool
    private readonly bool _clears;
    private T[]? _array; // null after Dispose; while idle in a pool, an array that it keeps

    /// <summary>The holder's state, in the form used for pooled objects; only for an array that comes from a pool.</summary>
    internal int Word;

    /// <summary>Its index in the lane of a scope, or the mark of the graph that it is part of.</summary>
    internal int Slot;

    /// <summary>Initializes a new instance of the <see cref="PooledArray{T}"/> class with an array rented from a pool.</summary>
    /// <param name="length">The number of items to expose, 0 or more. If 0, nothing is rented.</param>
    /// <param name="pool">The pool to rent the array from; <see langword="null"/> for <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="clearOnReturn">Whether the items are cleared before the array is returned even if they contain no references.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative.</exception>
    /// <exception cref="InvalidOperationException">The pool returned an array that is too short.</exception>
    public PooledArray(int length, ArrayPool<T>? pool = null, bool clearOnReturn = false)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);

        _pool = pool ?? ArrayPool<T>.Shared;
        _length = length;
        _clears = clearOnReturn || RuntimeHelpers.IsReferenceOrContainsReferences<T>();
        _array = length == 0 ? [] : RentedArray.Rent(_pool, length);
    }

    /// <summary>Initializes a new instance with an array that was rented from <paramref name="pool"/>, or with an empty array that was not
    /// rented.</summary>
    internal PooledArray(T[] array, int length, ArrayPool<T> pool, bool clear)
    {
        _pool = pool;
        _length = length;
        _clears = clear || RuntimeHelpers.IsReferenceOrContainsReferences<T>();
        _array = array;
    }

    private PooledArray()
    {
        _pool = ArrayPool<T>.Shared;
        _clears = RuntimeHelpers.IsReferenceOrContainsReferences<T>();
        _length = Idle;
        IsPooled = true;
    }

    /// <summary>Whether it comes from a pool, and belongs to a scope or to another object, which returns it.</summary>
    internal bool IsPooled { get; }

    internal string DebuggerText => _array is null || _length < 0 ? "disposed" : $"{_length} of {_array.Length} items";

    /// <summary>Gets the requested number of items; the array itself may be longer.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int Length
    {
        get
        {
            ObjectDisposedException.ThrowIf(_array is null || _length < 0, this);

            return _length;
        }
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
            ObjectDisposedException.ThrowIf(array is null || _length < 0, this);

            return new Span<T>(array, 0, _length);
        }
    }

    /// <summary>Gets the items as memory, which is valid until <see cref="Dispose"/>.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public Memory<T> Memory
    {
        get
        {
            T[]? array = _array;
            ObjectDisposedException.ThrowIf(array is null || _length < 0, this);

            return new Memory<T>(array, 0, _length);
        }
    }

    /// <summary>Returns the array to its pool. Only the first call has an effect, even if several threads call it at the same
    /// time.</summary>
    /// <exception cref="InvalidOperationException">The array was rented through a scope or for an object, which returns it.</exception>
    public void Dispose()
    {
        if (IsPooled)
        {
            if (_length >= 0)
                Throw.InvalidOperation("The array was rented through a scope or for an object, which returns it. Dispose that instead.");

            if (_array is { } kept)
                Discharge(kept); // dropped by its pool; the array is left to the garbage collector

            return;
        }

        T[]? array = Interlocked.Exchange(ref _array, null); // pairs with itself: one of several racing disposals gets the array
        if (array is not null)
            RentedArray.Return(_pool, array, _clears ? _length : 0);
    }
}
