using System.Buffers;

namespace Pooling.Buffers;

/// <content>Getting the content out with an owner: chunk by chunk, in the writer's chunks or in shorter ones.</content>
public sealed partial class SegmentedBufferWriter
{
    /// <summary>Takes the content out of the writer. The writer is empty afterwards, and can be written to
    /// again.</summary>
    /// <returns>The owner of exactly <see cref="WrittenCount"/> bytes. Dispose it to return its chunks.</returns>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <exception cref="InvalidOperationException">The array pool used the writer.</exception>
    /// <remarks>
    /// <para>The chunks leave the writer with their bytes, even if the writer is rented; spare chunks stay. But a chunk
    /// that is more than twice as long as its bytes, and longer than 1 KB, stays with the writer: its bytes are copied
    /// to a shorter one, unless the pool has none. If the pool throws, the exception is passed to the caller and the
    /// content is unchanged.</para>
    /// <para>Allocates the owner, and an object for each copied chunk.</para>
    /// </remarks>
    public PooledSequence Detach()
    {
        ReadOnlySequence<byte> sequence = WrittenSequence;
        if (sequence.IsEmpty)
        {
            Empty();
            return new PooledSequence(_source, null, sequence);
        }

        BufferSegment first = _first!;
        BufferSegment last = _written > 0 ? _current! : _previous!;
        int lastLength = _written > 0 ? _written : last.Memory.Length;
        if (CopyTooLong(first, last, lastLength) is { } copies)
            return DetachCopies(first, last, lastLength, copies);

        var owner = new PooledSequence(_source, first, sequence); // first, since it may throw
        BufferSegment? spare = last.Following;
        NoteOffered();
        if (Interlocked.CompareExchange(ref _first, spare, first) != first) // pairs with the exchange of Release
            ThrowDisposed(); // by another thread, which returns the chunks; this owner is discarded

        last.Following = null;
        HandOver(first, owner);
        StartAgain();
        return owner;
    }

    /// <summary>Detaches a chain in which copies take the places of those chunks that begin at the same byte.</summary>
    private PooledSequence DetachCopies(BufferSegment first, BufferSegment last, int lastLength, BufferSegment copies)
    {
        BufferSegment start = copies.RunningIndex == 0 ? copies : first;
        BufferSegment end = copies;
        while (end.Following is { } next)
            end = next;

        if (end.RunningIndex != last.RunningIndex)
            end = last;

        PooledSequence? owner = null;
        bool isTaken = false;
        try
        {
            owner = new PooledSequence(_source, start, new ReadOnlySequence<byte>(start, 0, end, lastLength));
            NoteOffered();
            // pairs with the exchange of Release; the chunks that stay are put back below
            isTaken = Interlocked.CompareExchange(ref _first, null, first) == first;
        }
        finally
        {
            if (!isTaken)
                _source.ReturnAll(copies, this);
        }

        if (!isTaken)
            ThrowDisposed(); // by another thread, which returns the chunks; this owner is discarded

        BufferSegment? kept = Interleave(first, last, copies);
        HandOver(start, owner);
        // a full fence before the flag is read; pairs with the exchange of Release
        Interlocked.Exchange(ref _first, kept);
        if (_rental == 0 && !_isRented)
            Release(); // again, for a thread that disposed the writer while it had no chunks
        else
            StartAgain();

        return owner;
    }

    /// <summary>Separates the chunks that a sequence gets from those that stay.</summary>
    /// <returns>The chunks that stay, then the spare ones.</returns>
    private static BufferSegment? Interleave(BufferSegment first, BufferSegment last, BufferSegment copies)
    {
        BufferSegment? spare = last.Following;
        BufferSegment? copy = copies;
        BufferSegment? kept = null;
        BufferSegment? lastKept = null;
        BufferSegment? lastMoved = null;
        for (BufferSegment? next = first; next != spare;)
        {
            BufferSegment segment = next!;
            next = segment.Following;
            BufferSegment moved = segment;
            if (copy is not null && copy.RunningIndex == segment.RunningIndex)
            {
                moved = copy;
                copy = copy.Following;
                kept ??= segment;
                if (lastKept is not null)
                    lastKept.Following = segment;
                lastKept = segment;
            }

            if (lastMoved is not null)
                lastMoved.Following = moved;
            lastMoved = moved;
        }

        lastMoved!.Following = null;
        lastKept!.Following = spare;
        return kept;
    }

    /// <summary>Copies the bytes of each chunk that is too long for them to a shorter one, which is in no chain yet.
    /// The writer is unchanged.</summary>
    /// <returns>The copies in order; <see langword="null"/> if there are none.</returns>
    private BufferSegment? CopyTooLong(BufferSegment first, BufferSegment last, int lastLength)
    {
        BufferSegment? copies = null;
        bool isDone = false;
        try
        {
            BufferSegment? lastCopy = null;
            for (BufferSegment? next = first; next is not null;)
            {
                BufferSegment segment = next;
                next = segment == last ? null : segment.Following;
                int length = segment == last ? lastLength : segment.Memory.Length;
                if (!RentedArray.IsTooLongFor(segment.Array, length) || CopyChunk(segment, length) is not { } copy)
                    continue;

                if (lastCopy is null)
                    copies = copy;
                else
                    lastCopy.Following = copy;
                lastCopy = copy;
            }

            isDone = true;
        }
        finally
        {
            if (!isDone)
                _source.ReturnAll(copies, this);
        }

        return copies;
    }

    /// <returns><see langword="null"/> if the pool has no shorter chunk.</returns>
    private BufferSegment? CopyChunk(BufferSegment segment, int length)
    {
        (long rental, long generation, long held) = (_rental, _generation, _held);
        (BufferSegment? first, BufferSegment? current, int written) = (_first, _current, _written);
        BufferSegment copy = _source.RentShort(length, this);
        bool isShorter = copy.Array.Length < segment.Array.Length;
        if (!isShorter)
            _source.ReturnAll(copy, this);

        // as in RentChunk
        if (_rental != rental || _generation != generation || _held != held
            || _first != first || _current != current || _written != written)
        {
            if (isShorter)
                _source.ReturnAll(copy, this);

            ThrowUsed();
        }

        if (!isShorter)
            return null;

        segment.Array.AsSpan(0, length).CopyTo(copy.Array);
        copy.Offered = length; // what a clearing source clears
        copy.Open(segment.RunningIndex);
        copy.Close(length);
        return copy;
    }

    /// <summary>Passes chunks to their new owner.</summary>
    private void HandOver(BufferSegment chain, PooledSequence owner)
    {
        for (BufferSegment? segment = chain; segment is not null; segment = segment.Following)
            segment.HandOver(this, owner);
    }

    /// <summary>Makes the writer empty after its content has left it.</summary>
    private void StartAgain()
    {
        _held = 0;
        for (BufferSegment? segment = _first; segment is not null; segment = segment.Following)
            _held += segment.Array.Length;

        _generation++;
        EndReservations();
        if (_clears)
            ClearFrom(_first);

        Open(_first, previous: null, before: 0);
    }
}
