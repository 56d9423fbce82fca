namespace Pooling.Buffers;

/// <content>Returning memory that the content does not need.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    /// <summary>Returns the array to its pool and moves the content to the shortest array that the pool has for it. If
    /// the writer is empty, the next array is rented when something is written. Use it for long-lived writers that once
    /// held a large message.</summary>
    /// <exception cref="InvalidOperationException">The writer was rented: its pool decides which array it keeps. Or the
    /// array pool returned an array that is too short.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Does nothing unless the array becomes shorter. The content and its reservations are preserved; spans
    /// and memory obtained from the writer become invalid. If the pool throws, the exception is passed to the caller
    /// and the content is unchanged.</remarks>
    public void TrimExcess()
    {
        T[]? array = _array;
        if (_rental == 0 || array is null)
            ThrowDisposed();

        if (_retention is not null)
            Throw.InvalidOperation("A rented writer cannot be trimmed, because its pool decides which array it keeps.");

        int written = _written;
        int needed = written == 0 ? 0 : (int)Math.Min(RoundUp(written), _maxCapacity);
        if (needed >= array.Length)
            return;

        long uses = _uses;
        T[] shorter = written == 0 ? [] : RentedArray.Rent(_pool, needed);
        if (shorter.Length >= array.Length)
        {
            RentedArray.Return(_pool, shorter, clear: 0); // the pool has no shorter one
            return;
        }

        if (_rental != 0 && !IsUntouched(array, written, uses)) // the pool may be code that uses this very writer
        {
            RentedArray.Return(_pool, shorter, clear: 0);
            ThrowUsed();
        }

        array.AsSpan(0, written).CopyTo(shorter);
        if (Interlocked.CompareExchange(ref _array, shorter, array) != array) // pairs with the exchange of Release
        {
            RentedArray.Return(_pool, shorter, _clears ? written : 0);
            ThrowDisposed();
        }

        int offered = _offered;
        _offered = _clears ? written : Math.Min(shorter.Length, _maxCapacity);
        _uses++; // what was stored after the content is gone, and growth may return this very array
        RentedArray.Return(_pool, array, _clears ? Math.Min(offered, array.Length) : 0);
    }
}
