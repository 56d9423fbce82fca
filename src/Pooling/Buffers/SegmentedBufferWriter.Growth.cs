using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>The long way of every member: the chain of chunks, clearing, and the end.</content>
public sealed partial class SegmentedBufferWriter
{
    // A clearing writer offers at least this many bytes at a time, or as many as it holds, so that it clears at most about twice what was written.
    private const int ClearingStep = 1024;

    // The first two chunks are short, so that short messages hold little; array pools keep powers of two.
    private const int FirstChunkLength = 4 * 1024;
    private const int SecondChunkLength = 16 * 1024;
    private const int LargestPowerOfTwo = 1 << 30;

    private long _held; // bytes of all chunks of the chain

    /// <summary>Gives the chunks back for good.</summary>
    private void Release()
    {
        _array = null;

        // Pairs with itself and with the exchange of Detach: of all that race, one gets the chain, and it alone touches the rest.
        BufferSegment? chain = Interlocked.Exchange(ref _first, null);
        if (chain is null)
            return;

        NoteOffered();
        _current = null;
        _previous = null;
        _written = 0;
        _offered = 0;
        _before = 0;
        _held = 0;
        _source.ReturnAll(chain);
    }

    /// <summary>Back to the first chunk. The others stay in the chain.</summary>
    private void Empty()
    {
        _generation++;
        EndReservations();
        if (_clears)
            ClearFrom(_first);

        Open(_first, previous: null, before: 0);
    }

    private void ClearFrom(BufferSegment? segment)
    {
        NoteOffered();
        for (; segment is not null; segment = segment.Following)
            segment.ClearOffered();
    }

    private void NoteOffered()
    {
        if (_clears && _current is { } current)
            current.Offered = Math.Max(current.Offered, _offered);
    }

    [DoesNotReturn]
    private static void ThrowDisposed() => Throw.ObjectDisposed(nameof(SegmentedBufferWriter));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Span<byte> GetSpanSlow(int sizeHint)
    {
        MakeRoom(sizeHint);
        return new Span<byte>(_array, _written, _offered - _written);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Memory<byte> GetMemorySlow(int sizeHint)
    {
        MakeRoom(sizeHint);
        return new Memory<byte>(_array, _written, _offered - _written);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AdvanceSlow(int count)
    {
        if (_array is null)
            ThrowDisposed();

        ArgumentOutOfRangeException.ThrowIfNegative(count);
        if (count > _offered - _written)
            Throw.ArgumentOutOfRange(nameof(count), count, $"Advanced by {count} bytes where {_offered - _written} were offered.");

        _written += count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteSlow(ReadOnlySpan<byte> items)
    {
        Prepare(items.Length);
        while (!items.IsEmpty)
        {
            Span<byte> room = NextRoom(items.Length);
            items.Slice(0, room.Length).CopyTo(room);
            items = items.Slice(room.Length);
        }
    }

    /// <summary>Makes sure that so many bytes can be written, whatever happens from then on.</summary>
    private void Prepare(int length)
    {
        if (_array is null)
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

    /// <summary>Counts up to so many bytes as written, of those that were prepared, and returns the contiguous part of them that comes next.</summary>
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

    /// <summary>Offers so many contiguous bytes.</summary>
    private void MakeRoom(int sizeHint)
    {
        if (_array is null)
            ThrowDisposed();

        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        int needed = Math.Max(sizeHint, 1);
        CheckNeed(needed);
        if (needed > Array.MaxLength)
            throw new BufferCapacityExceededException(needed, Array.MaxLength);

        if (needed > CurrentCapacity - _written)
            MoveTo(TakeSpare(needed));

        Offer((long)_written + needed);
    }

    private void CheckNeed(int free)
    {
        long taken = _before + _written;
        if (free > _maxCapacity - taken)
            throw new BufferCapacityExceededException(taken > long.MaxValue - free ? long.MaxValue : taken + free, _maxCapacity);
    }

    /// <summary>What of the current chunk may be used.</summary>
    private int CurrentCapacity => (int)Math.Min(_array!.Length, _maxCapacity - _before);

    /// <summary>A chunk of enough bytes to come behind what was written: the spare one there, or a new one in front of it. It is in the chain, and
    /// all that changed if a pool throws is nothing.</summary>
    private BufferSegment TakeSpare(int needed)
    {
        BufferSegment? current = _current;
        BufferSegment? spare = current?.Following;
        if (spare is not null && spare.Array.Length >= needed)
            current!.Following = spare.Following;
        else
            spare = RentChunk(needed, current);

        if (current is null || (_written == 0 && _previous is null))
        {
            spare.Following = current;
            _first = spare;
        }
        else
        {
            BufferSegment before = _written > 0 ? current : _previous!; // an empty chunk would be one of the sequence: it comes behind
            spare.Following = before.Following;
            before.Following = spare;
        }

        return spare;
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
        Debug.Assert(before == 0 || previous is not null, "Something was written, and not in a chunk.");

        segment?.Open(before);
        _current = segment;
        _previous = previous;
        _before = before;
        _written = 0;
        _array = segment is null ? [] : segment.Array;
        _offered = 0;
        if (!_clears)
            _offered = CurrentCapacity;
    }

    private BufferSegment RentChunk(int needed, BufferSegment? last)
    {
        int usual = last is null ? FirstChunkLength : last.Array.Length < SecondChunkLength ? SecondChunkLength : BufferSegmentSource.ChunkLength;
        long length = Math.Max(needed, Math.Min(usual, _maxCapacity - _before));
        BufferSegment segment = _source.Rent(length <= usual ? (int)length : RoundUp((int)length));
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

    /// <summary>Lets callers write up to the given end of the current chunk at least.</summary>
    private void Offer(long end)
    {
        int capacity = CurrentCapacity;
        if (!_clears)
            _offered = capacity;
        else if (end > _offered)
            _offered = (int)Math.Min(Math.Max(end, _written + Math.Max(_before + _written, ClearingStep)), capacity);
    }

    private void TruncateTo(long newCount)
    {
        _generation++;
        EndReservationsBeyond(newCount);
        NoteOffered();
        if (newCount >= _before)
        {
            // A chunk that is left empty stays the current one; the sequence ends before it.
            int kept = (int)(newCount - _before);
            ClearBehind(_current, kept);
            _written = kept;
            return;
        }

        BufferSegment? previous = null;
        BufferSegment segment = _first!;
        while (newCount > segment.RunningIndex + segment.Memory.Length)
        {
            previous = segment;
            segment = segment.Following!;
        }

        int written = (int)(newCount - segment.RunningIndex);
        ClearBehind(segment, written);
        Open(segment, previous, segment.RunningIndex);
        _written = written;
        Offer(written);
    }

    /// <summary>Clears what was offered from a place of one chunk on.</summary>
    private void ClearBehind(BufferSegment? segment, int kept)
    {
        if (!_clears || segment is null)
            return;

        if (segment.Offered > kept)
        {
            Array.Clear(segment.Array, kept, segment.Offered - kept);
            segment.Offered = kept;
        }

        for (BufferSegment? next = segment.Following; next is not null; next = next.Following)
            next.ClearOffered();
    }
}
