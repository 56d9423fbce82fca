namespace Pooling.Buffers;

/// <content>What a writer keeps from one rental to the next.</content>
public sealed partial class SegmentedBufferWriter
{
    // The first two chunks; the longer ones are kept by the pool for all its writers.
    private const int LongestKept = FirstChunkLength + SecondChunkLength;

    private const int MostReservationsKept = 64;

    private readonly int _keptBytes;
    private long _rental; // 0: closed, by the end of the rental or by Dispose

    internal SegmentedBufferWriter(BufferSegmentSource source, BufferRetention retention)
    {
        _source = source;
        _maxCapacity = retention.MaxCapacity;
        _clears = source.Clears;
        _isRented = true;
        _keptBytes = Math.Min(LongestKept, retention.MaxRetainedCapacity);
    }

    /// <summary>The bytes that this writer keeps alive while it is idle; 0 if it was rented meanwhile.</summary>
    internal long RetainedBytes => _rental == 0 ? _held : 0;

    /// <summary>Opens the writer for its renter, empty, whatever was done to it while it was closed: all follows from the chain that it
    /// has.</summary>
    internal void BeginRental()
    {
        _reservations?.CloseAll(); // what was reserved while the last rental ended
        if (_first is { } first && _current == first && _array == first.Array && _previous is null)
        {
            // As a short message left it: spares the write barriers.
            first.Open(before: 0);
            _before = 0;
            _written = 0;
            _offered = _clears ? 0 : CurrentCapacity;
        }
        else
        {
            Open(_first, previous: null, before: 0);
        }

        _rental = 1;
    }

    /// <summary>Closes the writer, and gives back the chunks that it does not keep.</summary>
    /// <remarks>The flag first, and last the end of what is offered, as in <see cref="PooledArrayBufferWriter{T}"/>.</remarks>
    internal void EndRental()
    {
        _rental = 0;
        if (_clears || _reservations is not null || _held > _keptBytes || !_source.MayKeep)
        {
            EndRentalSlow();
            return;
        }

        _generation++;
        Volatile.Write(ref _offered, 0); // behind the flag: pairs with the barrier in TakeBackIfClosed
    }

    private void EndRentalSlow()
    {
        try
        {
            Forget();
            if (_reservations is { Capacity: > MostReservationsKept })
                _reservations = null;

            int mayKeep = _source.MayKeep ? _keptBytes : 0;
            if (_held > mayKeep)
                ReleaseSurplus(mayKeep);
        }
        finally
        {
            Volatile.Write(ref _offered, 0); // as above
        }
    }

    /// <summary>Closes the writer again, if its rental ended while somebody else still moved it to another chunk.</summary>
    private void TakeBackIfClosed()
    {
        Interlocked.MemoryBarrier(); // between the end of what is offered and the flag; pairs with the order of the two in EndRental
        if (_rental != 0)
            return;

        _offered = 0;
        ThrowDisposed();
    }

    /// <summary>Lets the writer go with its chunks.</summary>
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
        _array = []; // until the next rental: the chunk that it had open may be another writer's soon
        _current = null;
        _previous = null;
        _source.ReturnAll(surplus, this);
    }
}
