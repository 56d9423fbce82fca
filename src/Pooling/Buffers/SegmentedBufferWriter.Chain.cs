using System.Diagnostics;

namespace Pooling.Buffers;

/// <content>The chain of chunks. Spare chunks come after the current one.</content>
public sealed partial class SegmentedBufferWriter
{
    private long _held; // bytes of all chunks of the chain
    private int _isMoving; // 1 while a chunk of the chain moves

    /// <summary>Ensures that the given number of bytes can be written without failing.</summary>
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

    /// <summary>Counts up to the given number of prepared bytes as written, and returns the next contiguous part of
    /// them.</summary>
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

    /// <summary>Returns a chunk of sufficient length to follow the content: the spare one there, or a new one before
    /// it. The chunk is in the chain; if a pool throws, nothing has changed.</summary>
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

        return current is null || _written != 0 ? spare : _previous is { } previous ? previous.Following! : _first!;
    }

    /// <summary>Places a chunk after the content. An empty current chunk would be part of the sequence, so it comes
    /// after it.</summary>
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

    /// <summary>Moves the chunk after the current one, which is empty, before it.</summary>
    private void MoveBefore(BufferSegment current)
    {
        // The only place where a chunk of the chain moves: two threads here would turn the chain into a cycle.
        if (Interlocked.Exchange(ref _isMoving, 1) != 0) // pairs with the write below
            Throw.InvalidOperation("The writer is used by two threads at once. Use a writer on one thread at a time.");

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
        // stale references may use a rented writer
        Debug.Assert(_isRented || before == 0 || previous is not null, "Something was written outside of a chunk.");

        segment?.Open(before);
        _current = segment;
        _previous = previous;
        _before = before;
        _written = 0;
        _array = segment is null ? [] : segment.Array;
        _offered = 0;
        // a rented one takes the slow path once, where Offer checks whether it was closed in the meantime
        if (!_clears && !_isRented)
            _offered = CurrentCapacity;
    }

    /// <summary>Rents a chunk that is not in the chain yet. The pool may be code that uses this very writer, or ends
    /// its rental: then the chunk goes back, since nothing that the caller knows of the chain is true any
    /// more.</summary>
    private BufferSegment RentChunk(int needed, BufferSegment? last)
    {
        BufferSegment? current = _current;
        long generation = _generation;
        long held = _held;
        int written = _written;
        int usual = BufferSegmentSource.UsualLength(last);
        long length = Math.Max(needed, Math.Min(usual, _maxCapacity - _before));
        BufferSegment segment = _source.Rent(BufferSegmentSource.LengthFor((int)length, usual), this);
        if (_rental == 0 || _generation != generation || _held != held || _current != current || _written != written)
        {
            _source.ReturnAll(segment, this);
            ThrowUsed();
        }

        _held += segment.Array.Length;
        return segment;
    }
}
