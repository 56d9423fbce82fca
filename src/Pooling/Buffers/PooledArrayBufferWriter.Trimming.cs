namespace Pooling.Buffers;

/// <content>Giving back what the content does not need.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    /// <summary>Returns the array to its pool and moves to one that is as short as what was written allows; with nothing written the next
    /// array is rented when something is written. For a writer that is kept for long and had a large message once.</summary>
    /// <exception cref="InvalidOperationException">The writer was rented: its pool decides which array it keeps. Or the array pool gave an
    /// array that is too short.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Nothing happens unless the array becomes shorter. What was written stays, and so do reservations; spans and memories of the
    /// writer are no longer valid. An exception of the pool reaches the caller and leaves the content as it was.</remarks>
    public void TrimExcess()
    {
        T[]? array = _array;
        if (_rental == 0 || array is null)
            ThrowDisposed();

        if (_retention is not null)
            Throw.InvalidOperation("This writer was rented; its pool decides which array it keeps.");

        int written = _written;
        int needed = written == 0 ? 0 : (int)Math.Min(RoundUp(written), _maxCapacity);
        if (needed >= array.Length)
            return;

        T[] shorter = written == 0 ? [] : RentedArray.Rent(_pool, needed);
        if (shorter.Length >= array.Length)
        {
            RentedArray.Return(_pool, shorter, clear: 0); // the pool has none that is shorter
            return;
        }

        array.AsSpan(0, written).CopyTo(shorter);
        if (Interlocked.CompareExchange(ref _array, shorter, array) != array) // pairs with the exchange of Release
        {
            RentedArray.Return(_pool, shorter, _clears ? written : 0);
            ThrowDisposed();
        }

        int offered = _offered;
        _offered = _clears ? written : Math.Min(shorter.Length, _maxCapacity);
        _uses++; // what was put behind the content is gone, and growth may bring this very array back
        RentedArray.Return(_pool, array, _clears ? Math.Min(offered, array.Length) : 0);
    }
}
