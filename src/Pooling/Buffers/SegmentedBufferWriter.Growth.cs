using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Buffers;

/// <content>The slow path of every member: clearing, and disposal.</content>
public sealed partial class SegmentedBufferWriter
{
    // A clearing writer offers at least this many bytes at a time, or as many as it holds, so that it clears at most
    // about twice what was written.
    private const int ClearingStep = 1024;

    /// <summary>Returns the chunks permanently.</summary>
    private void Release()
    {
        _rental = 0;

        // Pairs with itself and with the exchange in Detach: one of several racing calls gets the chain, and only that
        // one touches the rest.
        BufferSegment? chain = Interlocked.Exchange(ref _first, null);
        if (chain is null)
            return;

        NoteOffered();
        _current = null;
        _previous = null;
        _array = [];
        _written = 0;
        _offered = 0;
        _before = 0;
        _held = 0;
        _source.ReturnAll(chain, this);
    }

    /// <summary>Goes back to the first chunk. The others stay in the chain.</summary>
    private void Empty()
    {
        Forget();
        Open(_first, previous: null, before: 0);
    }

    /// <summary>Ends the reservations and streams of the content, and clears it.</summary>
    private void Forget()
    {
        _generation++;
        EndReservations();
        if (_clears)
            ClearFrom(_first);
    }

    private void ClearFrom(BufferSegment? segment)
    {
        NoteOffered();
        BufferSegment.ClearAll(segment);
    }

    private void NoteOffered()
    {
        if (_clears && _current is { } current)
            current.Offered = Math.Max(current.Offered, _offered);
    }

    [DoesNotReturn]
    private void ThrowDisposed() => throw EndedRental.Used(nameof(SegmentedBufferWriter), _source.PoolName, this);

    /// <summary>Throws because code of others used the writer within one of its members.</summary>
    [DoesNotReturn]
    private void ThrowUsed()
    {
        if (_rental == 0)
            ThrowDisposed();

        Throw.InvalidOperation(RentedArray.UsedMeanwhile);
    }

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
        if (_rental == 0)
            ThrowDisposed();

        ArgumentOutOfRangeException.ThrowIfNegative(count);
        if (count > _offered - _written)
        {
            Throw.ArgumentOutOfRange(
                nameof(count), count,
                $"Cannot advance by {Quantity.Of(count, "byte")}, because {_offered - _written} can be written.");
        }

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

    /// <summary>Offers the given number of contiguous bytes.</summary>
    private void MakeRoom(int sizeHint)
    {
        if (_rental == 0)
            ThrowDisposed();

        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        int needed = Math.Max(sizeHint, 1);
        CheckNeed(needed);
        if (needed > Array.MaxLength)
            throw new BufferCapacityExceededException(needed, Array.MaxLength, "byte", _source.PoolName);

        if (needed > CurrentCapacity - _written)
            MoveTo(TakeSpare(needed));

        Offer((long)_written + needed);
    }

    private void CheckNeed(int free)
    {
        long taken = _before + _written;
        if (free > _maxCapacity - taken)
        {
            long needed = taken > long.MaxValue - free ? long.MaxValue : taken + free;
            throw new BufferCapacityExceededException(needed, _maxCapacity, "byte", _source.PoolName);
        }
    }

    /// <summary>The part of the current chunk that may be used.</summary>
    private int CurrentCapacity => (int)Math.Min(_array.Length, _maxCapacity - _before);

    /// <summary>Allows callers to write at least up to the given end of the current chunk.</summary>
    private void Offer(long end)
    {
        int capacity = CurrentCapacity;
        if (!_clears)
        {
            if (_offered == capacity)
                return;

            _offered = capacity;
        }
        else if (end > _offered)
        {
            _offered = (int)Math.Min(Math.Max(end, _written + Math.Max(_before + _written, ClearingStep)), capacity);
        }

        if (_isRented)
            TakeBackIfClosed();
    }

    private void TruncateTo(long newCount)
    {
        _generation++;
        EndReservationsBeyond(newCount);
        NoteOffered();
        if (newCount >= _before)
        {
            // A chunk that becomes empty stays the current one; the sequence ends before it.
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

    /// <summary>Clears what was offered from a position in one chunk on.</summary>
    private void ClearBehind(BufferSegment? segment, int kept)
    {
        if (!_clears || segment is null)
            return;

        segment.ClearBehind(kept);
        BufferSegment.ClearAll(segment.Following);
    }
}
