namespace Pooling.Buffers;

/// <content>Giving back what the content does not need.</content>
public sealed partial class SegmentedBufferWriter
{
    /// <summary>Returns the chunks to their pool that hold nothing of what was written. For a writer that is kept for long and had a large
    /// message once.</summary>
    /// <exception cref="InvalidOperationException">The writer was rented: its pool decides which chunks it keeps.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>What was written stays where it is, and with it sequences and reservations; a span or memory to write to is no longer
    /// valid. If the array pool throws, the other chunks go back all the same, and the first exception reaches the caller.</remarks>
    public void TrimExcess()
    {
        if (_rental == 0)
            ThrowDisposed();

        if (_isRented)
            Throw.InvalidOperation("This writer was rented; its pool decides which chunks it keeps.");

        NoteOffered();
        BufferSegment? surplus = TakeSurplus();
        for (BufferSegment? segment = surplus; segment is not null; segment = segment.Following)
            _held -= segment.Array.Length;

        _source.ReturnAll(surplus, this);
    }

    /// <summary>Cuts off the chain after what was written.</summary>
    private BufferSegment? TakeSurplus()
    {
        if (_written > 0)
        {
            BufferSegment? spare = _current!.Following;
            _current.Following = null;
            return spare;
        }

        if (_previous is not { } last)
        {
            BufferSegment? all = Interlocked.Exchange(ref _first, null); // pairs with the exchange of Release
            Open(segment: null, previous: null, before: 0);
            return all;
        }

        // The current chunk is empty: the one before it is the last that holds something, and is written to again if it has room.
        BufferSegment? previous = null;
        for (BufferSegment segment = _first!; segment != last; segment = segment.Following!)
            previous = segment;

        int written = last.Memory.Length;
        BufferSegment? empty = last.Following;
        last.Following = null;
        Open(last, previous, last.RunningIndex);
        _written = written;
        Offer(written);
        return empty;
    }
}
