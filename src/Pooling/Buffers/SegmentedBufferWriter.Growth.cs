using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>The long way of every member: clearing, and the end.</content>
public sealed partial class SegmentedBufferWriter
{
    // A clearing writer offers at least this many bytes at a time, or as many as it holds, so that it clears at most about twice what was
    // written.
    private const int ClearingStep = 1024;

    /// <summary>Gives the chunks back for good.</summary>
    private void Release()
    {
        _rental = 0;

        // Pairs with itself and with the exchange of Detach: of all that race, one gets the chain, and it alone touches the rest.
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

    /// <summary>Back to the first chunk. The others stay in the chain.</summary>
    private void Empty()
    {
        Forget();
        Open(_first, previous: null, before: 0);
    }

    /// <summary>Ends what stands for the content, and clears that.</summary>
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
        if (_rental == 0)
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

    /// <summary>Offers so many contiguous bytes.</summary>
    private void MakeRoom(int sizeHint)
    {
        if (_rental == 0)
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
    private int CurrentCapacity => (int)Math.Min(_array.Length, _maxCapacity - _before);

    /// <summary>Lets callers write up to the given end of the current chunk at least.</summary>
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
