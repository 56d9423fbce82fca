namespace Pooling.Buffers;

/// <content>Returning memory that the content does not need.</content>
public sealed partial class SegmentedBufferWriter
{
    /// <summary>Returns the chunks that hold no content to their pool. Use it for long-lived writers that once held a
    /// large message.</summary>
    /// <exception cref="InvalidOperationException">The writer was rented: its pool decides which chunks it
    /// keeps.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The content stays where it is, and its sequences and reservations remain valid; spans and memory
    /// obtained for writing become invalid. If the array pool throws, the other chunks are still returned, and the
    /// first exception is thrown to the caller.</remarks>
    public void TrimExcess()
    {
        if (_rental == 0)
            ThrowDisposed();

        if (_isRented)
            Throw.InvalidOperation("A rented writer cannot be trimmed: its pool decides which chunks it keeps.");

        NoteOffered();
        BufferSegment? surplus = TakeSurplus();
        _held -= ChunkCopies.LengthOf(surplus);
        _source.ReturnAll(surplus, this);
    }

    /// <summary>Cuts off the chain after the content.</summary>
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

        // The current chunk is empty: the previous one is the last with content, and is written to again if it has
        // room.
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
