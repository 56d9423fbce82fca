namespace Pooling.Buffers;

/// <content>What a writer keeps between rentals.</content>
public sealed partial class SegmentedBufferWriter
{
    // The first two chunks; the pool keeps the longer ones for all its writers.
    internal const int MaxKept = BufferSegmentSource.FirstChunkLength + BufferSegmentSource.SecondChunkLength;

    private const int MaxReservationsKept = 64;

    private readonly int _keptBytes;
    private long _rental; // the number of the rental; 0: closed, by the end of the rental or by Dispose
    private long _rentals; // the number of the last rental

    internal SegmentedBufferWriter(BufferSegmentSource source, BufferRetention retention)
    {
        _source = source;
        _maxCapacity = retention.MaxCapacity;
        _clears = source.Clears;
        _isRented = true;
        _keptBytes = Math.Min(MaxKept, retention.MaxRetainedCapacity);
    }

    /// <summary>The number of the rental, which is never reused, for objects that must not outlive it; 0 while
    /// closed.</summary>
    internal long Rental => _rental;

    /// <summary>The number of bytes that this writer keeps alive while idle; 0 if it was rented in the
    /// meantime.</summary>
    internal long RetainedBytes => _rental == 0 ? _held : 0;

    /// <summary>Opens the writer for its renter as empty, whatever was done to it while it was closed: everything is
    /// derived from its chain.</summary>
    internal void BeginRental()
    {
        _reservations?.CloseAll(); // those made while the last rental ended
        if (_first is { } first && _current == first && _array == first.Array && _previous is null)
        {
            // As after a short message; avoids the write barriers.
            first.Open(before: 0);
            _before = 0;
            _written = 0;
            _offered = _clears ? 0 : CurrentCapacity;
        }
        else
        {
            Open(_first, previous: null, before: 0);
        }

        _rental = ++_rentals;
    }

    /// <summary>Throws if a rental has ended, also if there is another one since.</summary>
    internal void ThrowIfNotIn(long rental)
    {
        if (_rental != rental)
            ThrowDisposed();
    }

    /// <summary>Closes the writer, and returns the chunks that it does not keep.</summary>
    /// <remarks>Writes the flag first and the end of the offered part last, as <see cref="PooledArrayBufferWriter{T}"/>
    /// does.</remarks>
    internal void EndRental()
    {
        _rental = 0;
        if (_clears || _reservations is not null || _held > _keptBytes || !_source.MayKeep)
        {
            EndRentalSlow();
            return;
        }

        _generation++;
        Volatile.Write(ref _offered, 0); // after the flag: pairs with the barrier in TakeBackIfClosed
    }

    private void EndRentalSlow()
    {
        try
        {
            Forget();
            if (_reservations is { Capacity: > MaxReservationsKept })
                _reservations = null;

            if (_apart is { Length: > Varint.Longest })
                _apart = null; // it was for a long reservation

            int mayKeep = _source.MayKeep ? _keptBytes : 0;
            if (_held > mayKeep)
                ReleaseSurplus(mayKeep);
        }
        finally
        {
            Volatile.Write(ref _offered, 0); // as above
        }
    }

    /// <summary>Closes the writer again if its rental ended while another thread still moved it to another
    /// chunk.</summary>
    private void TakeBackIfClosed()
    {
        // between the end of the offered part and the flag; pairs with their order in EndRental
        Interlocked.MemoryBarrier();
        if (_rental != 0)
            return;

        _offered = 0;
        ThrowDisposed();
    }

    /// <summary>Releases the writer with its chunks.</summary>
    internal void EndForGood() => Release();

    private void ReleaseSurplus(int mayKeep)
    {
        BufferSegment? surplus = null;
        BufferSegment? lastKept = null;
        BufferSegment? next = _first;
        long kept = 0;
        _first = null;
        while (next is { } segment)
        {
            next = segment.Following;
            int length = segment.Array.Length;
            if (length < BufferSegmentSource.ChunkLength && kept + length <= mayKeep)
            {
                kept += length;
                segment.Following = null;
                if (lastKept is null)
                    _first = segment;
                else
                    lastKept.Following = segment;
                lastKept = segment;
            }
            else
            {
                segment.Following = surplus;
                surplus = segment;
            }
        }

        _held = kept;
        _array = []; // until the next rental: its current chunk may soon belong to another writer
        _current = null;
        _previous = null;
        _source.ReturnAll(surplus, this);
    }
}
