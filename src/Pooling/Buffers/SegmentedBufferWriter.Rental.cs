namespace Pooling.Buffers;

/// <content>What a writer keeps from one rental to the next.</content>
public sealed partial class SegmentedBufferWriter
{
    // The first two chunks; the longer ones are kept by the pool for all its writers.
    private const int LongestKept = FirstChunkLength + SecondChunkLength;

    private const int MostReservationsKept = 64;

    private readonly int _keptBytes;

    internal SegmentedBufferWriter(BufferSegmentSource source, BufferRetention retention)
    {
        _source = source;
        _maxCapacity = retention.MaxCapacity;
        _clears = source.Clears;
        _isRented = true;
        _keptBytes = Math.Min(LongestKept, retention.MaximumRetainedCapacity);
        _array = [];
    }

    /// <summary>The bytes that this writer keeps alive.</summary>
    internal long RetainedBytes => _held;

    /// <summary>Empties the writer for its next renter, and gives back the chunks that it does not keep.</summary>
    internal void EndRental()
    {
        Empty();
        if (_reservations is { Capacity: > MostReservationsKept })
            _reservations = null;

        if (_held > _keptBytes)
            ReleaseSurplus();
    }

    /// <summary>Lets the writer go with its chunks.</summary>
    internal void EndForGood() => Release();

    private void ReleaseSurplus()
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
            if (length < BufferSegmentSource.ChunkLength && kept + length <= _keptBytes)
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
        Open(_first, previous: null, before: 0);
        _source.ReturnAll(surplus);
    }
}
