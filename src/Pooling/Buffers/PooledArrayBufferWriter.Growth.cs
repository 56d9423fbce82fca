using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Buffers;

/// <content>The slow path of every member: growth, clearing, and disposal.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    // A clearing writer offers at least this many bytes at a time, or as many items as it holds, so that it clears at
    // most about twice what was written.
    private const int ClearingStep = 1024;

    // Arrays up to this length are rented in powers of two, which pools keep: for one item more, they return twice as
    // many.
    private const int LargestPowerOfTwo = 1 << 30;
    private const int LargeStep = 1 << 20;

    private int _startCapacity; // length of the next array, rented while there is none
    private int _largest; // the largest number of items needed since the last review
    private int _endsUntilReview; // rentals that may still end without a review of the array; 0 after each growth
    private bool _isPlain; // whether emptying only resets the count: nothing is cleared, and it never had reservations

    private static string Unit => typeof(T) == typeof(byte) ? "byte" : "item";

    /// <summary>The name of the pool; <see langword="null"/> for a writer that owns its array.</summary>
    private string? PoolName => _retention?.Pool.PoolName;

    /// <summary>Returns the array permanently.</summary>
    private void Release()
    {
        _rental = 0;

        // Pairs with itself and with the exchanges in TryGiveUp and Grow: one of several racing calls gets the array.
        T[]? array = Interlocked.Exchange(ref _array, null);
        if (array is null)
            return;

        int offered = _offered;
        _written = 0;
        _offered = 0;
        _retention?.End();
        RentedArray.Return(_pool, array, _clears ? Math.Min(offered, array.Length) : 0);
    }

    /// <summary>Returns the array; the next one is rented when something is written.</summary>
    private void ReleaseArray()
    {
        T[]? array = _array;
        int offered = _offered;
        if (array is not null && TryGiveUp(array))
            RentedArray.Return(_pool, array, _clears ? Math.Min(offered, array.Length) : 0);
    }

    private void Empty()
    {
        _largest = Math.Max(_largest, _written);
        _written = 0;
        _uses++;
        if (_reservations is not null)
            TakeBackReservations();

        if (_clears)
            ClearOffered();
    }

    [DoesNotReturn]
    // declared here, so that the compiler sees that it does not return
    private void ThrowDisposed() => throw EndedRental.Used(nameof(PooledArrayBufferWriter), PoolName, this);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Span<T> GetSpanSlow(int sizeHint)
    {
        MakeRoom(sizeHint);
        return new Span<T>(_array, _written, _offered - _written);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Memory<T> GetMemorySlow(int sizeHint)
    {
        MakeRoom(sizeHint);
        return new Memory<T>(_array, _written, _offered - _written);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AdvanceSlow(int count)
    {
        if (_rental == 0)
            ThrowDisposed();

        ArgumentOutOfRangeException.ThrowIfNegative(count);
        if (count > _offered - _written)
        {
            Throw.ArgumentOutOfRange(
                nameof(count), count,
                $"Cannot advance by {Quantity.Of(count, Unit)}, because {_offered - _written} can be written.");
        }

        _written += count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteSlow(ReadOnlySpan<T> items)
    {
        if (_rental == 0)
            ThrowDisposed();

        if (items.IsEmpty)
            return;

        long needed = CheckedNeed(items.Length);
        if (needed > Capacity)
        {
            Grow(needed, items);
            return;
        }

        Offer(needed);
        items.CopyTo(new Span<T>(_array, _written, items.Length));
        _written += items.Length;
    }

    /// <summary>Leaves the writer without an array.</summary>
    /// <returns><see langword="false"/> if another thread took the array away; nothing was changed.</returns>
    private bool TryGiveUp(T[] array)
    {
        if (Interlocked.CompareExchange(ref _array, [], array) != array) // pairs with the exchange of Release
            return false;

        _retention?.Add(-array.Length);
        _largest = Math.Max(_largest, _written);
        _written = 0;
        _uses++;
        _offered = 0;
        TakeBackReservations();
        return true;
    }

    private void ClearOffered()
    {
        if (_array is { } array)
            Array.Clear(array, 0, Math.Min(_offered, array.Length));

        _offered = 0;
    }

    private void MakeRoom(int sizeHint)
    {
        if (_rental == 0)
            ThrowDisposed();

        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        long needed = CheckedNeed(Math.Max(sizeHint, 1));
        if (needed > Capacity)
            Grow(needed, append: default);
        else
            Offer(needed);
    }

    private long CheckedNeed(int free)
    {
        long needed = (long)_written + free;
        if (needed > _maxCapacity)
            ThrowExceeded(needed);

        return needed;
    }

    /// <summary>Moves to a larger array. Nothing changes until that is rented and filled, so a pool that throws does no
    /// harm. The new items are counted last, after the old array is returned.</summary>
    /// <param name="needed">The number of items that the new array must hold.</param>
    /// <param name="append">Written in the same step: it may be part of the old array, which is returned last.</param>
    private void Grow(long needed, ReadOnlySpan<T> append)
    {
        T[]? old = _array;
        if (old is null)
            ThrowDisposed();

        int written = _written;
        int oldOffered = _offered;
        long rental = _rental;
        long uses = _uses;
        T[] array = RentedArray.Rent(_pool, CapacityFor(needed, old.Length));
        // the pool may be code that uses this very writer, or ends its rental
        if (_rental != rental || !IsUntouched(old, written, uses))
        {
            RentedArray.Return(_pool, array, clear: 0);
            ThrowUsed();
        }

        old.AsSpan(0, written).CopyTo(array);
        append.CopyTo(array.AsSpan(written));
        // charged before the writer gets the array, so that no kept array is ever uncharged
        _retention?.Add(array.Length);
        // pairs with the exchanges in Release, in TryGiveUp and in other calls of Grow
        if (Interlocked.CompareExchange(ref _array, array, old) != old)
        {
            _retention?.Add(-array.Length);
            // another thread disposed the writer and returned the old array
            RentedArray.Return(_pool, array, _clears ? written + append.Length : 0);
            ThrowDisposed();
        }

        _retention?.Add(-old.Length);
        _offered = 0;
        _largest = Math.Max(_largest, (int)needed);
        _endsUntilReview = 0;
        try
        {
            Offer(needed);
        }
        finally
        {
            if (old.Length > 0) // so the first growth does not compile the return
                RentedArray.Return(_pool, old, _clears ? Math.Min(oldOffered, old.Length) : 0);
        }

        if (_rental != rental || !IsUntouched(array, written, uses)) // as above
            ThrowUsed();

        _written = written + append.Length;
    }

    private int CapacityFor(long needed, int oldLength)
    {
        long wanted = Math.Max(needed, oldLength == 0 ? _startCapacity : 2L * oldLength);
        return (int)Math.Min(RoundUp(wanted), _maxCapacity);
    }

    private static long RoundUp(long wanted)
    {
        if (wanted > LargestPowerOfTwo)
            return (wanted + (LargeStep - 1)) & -LargeStep;

        long rounded = 1;
        while (rounded < wanted)
            rounded <<= 1;

        return rounded;
    }

    /// <summary>Allows callers to write at least up to the given end.</summary>
    private void Offer(long end)
    {
        int capacity = Capacity;
        if (!_clears)
        {
            if (_offered == capacity)
                return;

            _offered = capacity;
        }
        else if (end > _offered)
        {
            _offered = (int)Math.Min(
                Math.Max(end, (long)_written + Math.Max(_written, ClearingStep / Unsafe.SizeOf<T>())), capacity);
        }

        if (_retention is not null)
            TakeBackIfClosed();
    }

    /// <summary>Closes the writer again if its rental ended while another thread still grew it: of two threads, one of
    /// which ends the rental, at least one sees what the other did.</summary>
    private void TakeBackIfClosed()
    {
        Interlocked.MemoryBarrier(); // between the count above and the flag below; pairs with their order in Close
        if (_rental != 0)
            return;

        _offered = 0; // if it is rented again by now, that renter takes the slow path once, which restores the count
        ThrowDisposed();
    }

    private void TruncateTo(int newCount)
    {
        _largest = Math.Max(_largest, _written);
        if (_clears)
            Array.Clear(_array!, newCount, _written - newCount);

        _written = newCount;
        _uses++;
        _reservations?.TakeBackBeyond(newCount);
    }

    /// <summary>Throws because code of others used the writer within one of its members.</summary>
    [DoesNotReturn]
    private void ThrowUsed()
    {
        ThrowIfClosed();
        Throw.InvalidOperation(RentedArray.UsedMeanwhile);
    }

    [DoesNotReturn]
    private void ThrowExceeded(long requested) =>
        throw new BufferCapacityExceededException(requested, _maxCapacity, Unit, PoolName);
}
