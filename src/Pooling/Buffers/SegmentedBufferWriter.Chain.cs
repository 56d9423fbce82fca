using System.Diagnostics;

namespace Pooling.Buffers;

/// <content>The chain of chunks: spare ones stand behind the current one.</content>
public sealed partial class SegmentedBufferWriter
{
    // The first two chunks are short, so that short messages hold little; array pools keep powers of two.
    private const int FirstChunkLength = 4 * 1024;
    private const int SecondChunkLength = 16 * 1024;
    private const int LargestPowerOfTwo = 1 << 30;

    private long _held; // bytes of all chunks of the chain
    private int _isMoving; // 1 while a chunk of the chain moves

    /// <summary>Makes sure that so many bytes can be written, whatever happens from then on.</summary>
    private void Prepare(int length)
    {
        if (_rental == 0)
            ThrowDisposed();

        CheckNeed(length);
        long available = CurrentCapacity - _written;
        BufferSegment? last = _current;
        while (available < length)
        {
            BufferSegment? next = last?.Following;
            if (next is null)
            {
                next = RentChunk((int)Math.Min(length - available, BufferSegmentSource.ChunkLength), last);
                if (last is null)
                {
                    _first = next;
                    Open(next, previous: null, before: 0);
                }
                else
                {
                    last.Following = next;
                }
            }

            available += next.Array.Length;
            last = next;
        }
    }

    /// <summary>Counts up to so many bytes as written, of those that were prepared, and returns the contiguous part of them that comes
    /// next.</summary>
    private Span<byte> NextRoom(int length)
    {
        if (_written == CurrentCapacity)
            MoveTo(_current!.Following!);

        int start = _written;
        int end = (int)Math.Min((long)start + length, CurrentCapacity);
        Offer(end);
        _written = end;
        return new Span<byte>(_array, start, end - start);
    }

    /// <summary>A chunk of enough bytes to follow what was written: the spare one there, or a new one in front of it. It is in the
    /// chain, and all that changed if a pool throws is nothing.</summary>
    private BufferSegment TakeSpare(int needed)
    {
        BufferSegment? current = _current;
        if (current?.Following is not { } spare || spare.Array.Length < needed)
        {
            spare = RentChunk(needed, current);
            Link(spare, current);
        }
        else if (_written == 0)
        {
            MoveBefore(current);
        }

        return current is not null && _written == 0 ? (_previous is { } previous ? previous.Following! : _first!) : spare;
    }

    /// <summary>Puts a chunk after what was written: an empty chunk would be one of the sequence, and comes after it.</summary>
    private void Link(BufferSegment segment, BufferSegment? current)
    {
        BufferSegment? before = _written > 0 ? current : _previous;
        if (before is null)
        {
            segment.Following = current;
            _first = segment;
        }
        else
        {
            segment.Following = before.Following;
            before.Following = segment;
        }
    }

    /// <summary>Puts the chunk behind the current one, which is empty, before it.</summary>
    private void MoveBefore(BufferSegment current)
    {
        // The only place where a chunk of the chain moves: two threads at it would tie the chain into a circle.
        if (Interlocked.Exchange(ref _isMoving, 1) != 0) // pairs with the write below
            Throw.InvalidOperation("The writer is used by two threads at a time.");

        if (current.Following is { } spare)
        {
            current.Following = spare.Following;
            Link(spare, current);
        }

        Volatile.Write(ref _isMoving, 0); // pairs with the exchange above; nothing between them throws
    }

    private void MoveTo(BufferSegment segment)
    {
        NoteOffered();
        if (_written == 0)
        {
            Open(segment, _previous, _before);
            return;
        }

        BufferSegment current = _current!;
        current.Close(_written);
        Open(segment, current, _before + _written);
    }

    /// <summary>Makes a chunk the current one, with nothing written in it.</summary>
    private void Open(BufferSegment? segment, BufferSegment? previous, long before)
    {
        // stale references may use a rented one
        Debug.Assert(_isRented || before == 0 || previous is not null, "Something was written, and not in a chunk.");

        segment?.Open(before);
        _current = segment;
        _previous = previous;
        _before = before;
        _written = 0;
        _array = segment is null ? [] : segment.Array;
        _offered = 0;
        if (!_clears && !_isRented) // a rented one goes the long way once, where Offer looks whether it was closed meanwhile
            _offered = CurrentCapacity;
    }

    private BufferSegment RentChunk(int needed, BufferSegment? last)
    {
        int usual = last is null ? FirstChunkLength
            : last.Array.Length < SecondChunkLength ? SecondChunkLength
            : BufferSegmentSource.ChunkLength;
        long length = Math.Max(needed, Math.Min(usual, _maxCapacity - _before));
        BufferSegment segment = _source.Rent(length <= usual ? (int)length : RoundUp((int)length), this);
        _held += segment.Array.Length;
        return segment;
    }

    private static int RoundUp(int wanted)
    {
        if (wanted > LargestPowerOfTwo)
            return wanted;

        int rounded = FirstChunkLength;
        while (rounded < wanted)
            rounded <<= 1;

        return rounded;
    }
}
