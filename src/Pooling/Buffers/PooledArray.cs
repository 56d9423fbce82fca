using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>Owns an array of a pool and shows exactly as many of its items as were asked for; the array goes back on
/// <see cref="Dispose"/>.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <remarks>
/// <para>Ownership: its holder disposes it, when nothing reads or writes its <see cref="Span"/> or <see cref="Memory"/> any more:
/// from then on the array may belong to somebody else. An owner that is never disposed leaves its array to the garbage collector.</para>
/// <para>Clearing: an array whose items are or hold references is cleared before it goes back; others on request. The items of a new one
/// are whatever the pool left in them.</para>
/// <para>Thread safety: as an array; <see cref="Dispose"/> may race with itself, and returns the array once.</para>
/// <para>Allocation: itself, and what the pool allocates; no other member allocates.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class PooledArray<T> : IMemoryOwner<T>
{
    private readonly ArrayPool<T> _pool;
    private int _length; // negative: idle in a pool
    private readonly bool _clears;
    private T[]? _array; // null: disposed. While it is idle in a pool: an array that it keeps

    /// <summary>Who holds it, in the form of pooled objects; for an array that comes from a pool only.</summary>
    internal int Word;

    /// <summary>Where it stands in the lane of a scope, or the mark of the graph that it is a part of.</summary>
    internal int Slot;

    /// <summary>Initializes a new instance with an array of a pool.</summary>
    /// <param name="length">The items to show, 0 or more. With 0 nothing is rented.</param>
    /// <param name="pool">Where the array comes from and goes back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="clearOnReturn">Whether the items are cleared before the array goes back, also if they hold no references.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative.</exception>
    /// <exception cref="InvalidOperationException">The pool gave an array that is too short.</exception>
    public PooledArray(int length, ArrayPool<T>? pool = null, bool clearOnReturn = false)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);

        _pool = pool ?? ArrayPool<T>.Shared;
        _length = length;
        _clears = clearOnReturn || RuntimeHelpers.IsReferenceOrContainsReferences<T>();
        _array = length == 0 ? [] : RentedArray.Rent(_pool, length);
    }

    /// <summary>Initializes a new instance with an array that was rented from <paramref name="pool"/>, or an empty one that was
    /// not.</summary>
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

    /// <summary>Whether it comes from a pool, belongs to a scope or to another object, and is returned by that.</summary>
    internal bool IsPooled { get; }

    internal string DebuggerText => _array is null || _length < 0 ? "disposed" : $"{_length} of {_array.Length} items";

    /// <summary>Gets the number of items that were asked for; the array itself may be longer.</summary>
    /// <exception cref="ObjectDisposedException">It was disposed.</exception>
    public int Length
    {
        get
        {
            ObjectDisposedException.ThrowIf(_array is null || _length < 0, this);

            return _length;
        }
    }

    /// <summary>Gets the items. They are valid until <see cref="Dispose"/>.</summary>
    /// <exception cref="ObjectDisposedException">It was disposed.</exception>
    public Span<T> Span
    {
        // where the item type is known and sealed, the span needs no check of the array's type
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            T[]? array = _array;
            ObjectDisposedException.ThrowIf(array is null || _length < 0, this);

            return new Span<T>(array, 0, _length);
        }
    }

    /// <summary>Gets the items. They are valid until <see cref="Dispose"/>.</summary>
    /// <exception cref="ObjectDisposedException">It was disposed.</exception>
    public Memory<T> Memory
    {
        get
        {
            T[]? array = _array;
            ObjectDisposedException.ThrowIf(array is null || _length < 0, this);

            return new Memory<T>(array, 0, _length);
        }
    }

    /// <summary>Returns the array to its pool. Only the first call has an effect, also if two threads race.</summary>
    /// <exception cref="InvalidOperationException">It was rented through a scope, or for an object: that returns it.</exception>
    public void Dispose()
    {
        if (IsPooled)
        {
            if (_length >= 0)
                Throw.InvalidOperation("This array belongs to the scope or the object that it was rented for, and is returned with that.");

            if (_array is { } kept)
                Discharge(kept); // dropped by its pool; the array is the garbage collector's

            return;
        }

        T[]? array = Interlocked.Exchange(ref _array, null); // pairs with itself: of racing disposals one gets the array
        if (array is not null)
            RentedArray.Return(_pool, array, _clears ? _length : 0);
    }
}
