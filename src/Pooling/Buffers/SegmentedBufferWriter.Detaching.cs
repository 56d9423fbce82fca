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
        if (ChunkCopies.Make(this, _source, first, last, lastLength) is { } copies)
            return DetachCopies(first, last, lastLength, copies);

        var owner = new PooledSequence(_source, first, sequence); // first, since it may throw
        BufferSegment? spare = last.Following;
        NoteOffered();
        if (Interlocked.CompareExchange(ref _first, spare, first) != first) // pairs with the exchange of Release
            ThrowDisposed(); // by another thread, which returns the chunks; this owner is discarded

        last.Following = null;
        ChunkCopies.HandOver(first, this, owner);
        StartAgain();
        return owner;
    }

    /// <summary>Detaches a chain in which copies take the places of those chunks that begin at the same byte.</summary>
    private PooledSequence DetachCopies(BufferSegment first, BufferSegment last, int lastLength, BufferSegment copies)
    {
        BufferSegment start = copies.RunningIndex == 0 ? copies : first;
        PooledSequence? owner = null;
        bool isTaken = false;
        try
        {
            owner = new PooledSequence(_source, start, ChunkCopies.Sequence(start, last, lastLength, copies));
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

        BufferSegment? kept = ChunkCopies.Interleave(first, last, copies);
        ChunkCopies.HandOver(start, this, owner);
        // a full fence before the flag is read; pairs with the exchange of Release
        Interlocked.Exchange(ref _first, kept);
        if (_rental == 0 && !_isRented)
            Release(); // again, for a thread that disposed the writer while it had no chunks
        else
            StartAgain();

        return owner;
    }

    /// <returns><see langword="null"/> if the pool has no shorter chunk.</returns>
    internal BufferSegment? CopyChunk(BufferSegment segment, int length)
    {
        (long rental, long generation, long held) = (_rental, _generation, _held);
        (BufferSegment? first, BufferSegment? current, int written) = (_first, _current, _written);
        BufferSegment copy = _source.RentShort(length, this);
        bool isShorter = copy.Array.Length < segment.Array.Length;
        if (!isShorter)
            _source.ReturnAll(copy, this);

        // as in RentChunk
        bool isTouched = _rental != rental || _generation != generation || _held != held
            || _first != first || _current != current || _written != written;
        if (isShorter && !isTouched)
        {
            copy.CopyFrom(segment, length);
            return copy;
        }

        if (isShorter)
            _source.ReturnAll(copy, this);

        if (isTouched)
            ThrowUsed();

        return null;
    }

    /// <summary>Makes the writer empty after its content has left it.</summary>
    private void StartAgain()
    {
        _held = ChunkCopies.LengthOf(_first);
        Empty();
    }
}
