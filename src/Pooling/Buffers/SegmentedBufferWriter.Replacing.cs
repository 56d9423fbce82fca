using System.Buffers;

namespace Pooling.Buffers;

/// <content>Replacing reserved bytes with more or fewer, which moves the bytes after them along the chain.</content>
public sealed partial class SegmentedBufferWriter
{
    void IReservingWriter<byte>.Replace(long serial, ReadOnlySpan<byte> items)
    {
        ref SegmentReservationList.Entry open = ref FindReservation(serial, out int index);
        if (!_reservations!.IsLast(index))
            ReservationStack.ThrowNotLast();

        for (BufferSegment? segment = _first; segment is not null; segment = segment.Following)
        {
            if (items.Overlaps(segment.Array))
                ReservationStack.ThrowOwnItems();
        }

        long since = _before + _written - (open.Start + open.Length);
        int more = items.Length - open.Length;
        if (more > 0)
            MoveUp(ref open, since, more);

        Put(open.Segment, open.Offset, items);
        if (more >= 0)
        {
            _reservations.Close(index);
            return;
        }

        long end = open.Start + items.Length;
        MoveDown(open, items.Length, since);
        _reservations.Close(index);
        TruncateTo(end + since);
    }

    /// <summary>Moves the last bytes towards the end. If it throws, nothing has changed.</summary>
    private void MoveUp(ref SegmentReservationList.Entry open, long since, int more)
    {
        Prepare(more);
        BufferSegment[] chain = BufferSegment.RentChain(open.Segment ?? _first!, out int count);
        try
        {
            for (int left = more; left > 0;)
                left -= NextRoom(left).Length;

            _generation++;
            if (open.Segment is null)
                Locate(ref open);

            // From the last byte to the first, so that none is overwritten before it is moved.
            int to = Array.IndexOf(chain, _current, 0, count);
            int toEnd = _written;
            (int from, int fromEnd) = Before(chain, to, toEnd, more);
            while (since > 0)
            {
                if (toEnd == 0)
                    toEnd = WrittenIn(chain[--to]);

                if (fromEnd == 0)
                    fromEnd = WrittenIn(chain[--from]);

                int length = (int)Math.Min(since, Math.Min(toEnd, fromEnd));
                toEnd -= length;
                fromEnd -= length;
                since -= length;
                chain[from].Array.AsSpan(fromEnd, length).CopyTo(chain[to].Array.AsSpan(toEnd, length));
            }
        }
        finally
        {
            ArrayPool<BufferSegment>.Shared.Return(chain, clearArray: true);
        }
    }

    /// <summary>Moves the bytes after the reserved ones towards the start, to the given number of bytes after the first
    /// reserved one.</summary>
    private void MoveDown(in SegmentReservationList.Entry open, int gap, long since)
    {
        (BufferSegment to, int toStart) = After(open.Segment!, open.Offset, gap);
        (BufferSegment from, int fromStart) = After(open.Segment!, open.Offset, open.Length);
        while (since > 0)
        {
            if (toStart == WrittenIn(to))
                (to, toStart) = (to.Following!, 0);

            if (fromStart == WrittenIn(from))
                (from, fromStart) = (from.Following!, 0);

            int length = (int)Math.Min(since, Math.Min(WrittenIn(to) - toStart, WrittenIn(from) - fromStart));
            new ReadOnlySpan<byte>(from.Array, fromStart, length).CopyTo(new Span<byte>(to.Array, toStart, length));
            toStart += length;
            fromStart += length;
            since -= length;
        }
    }

    /// <summary>Finds the chunk of an empty reservation, now that bytes follow it.</summary>
    private void Locate(ref SegmentReservationList.Entry open)
    {
        BufferSegment segment = _first!;
        while (segment != _current && open.Start >= segment.RunningIndex + segment.Memory.Length)
            segment = segment.Following!;

        open.Segment = segment;
        open.Offset = (int)(open.Start - segment.RunningIndex);
    }

    private (BufferSegment Segment, int Offset) After(BufferSegment segment, int offset, int count)
    {
        while (count > WrittenIn(segment) - offset)
        {
            count -= WrittenIn(segment) - offset;
            segment = segment.Following!;
            offset = 0;
        }

        return (segment, offset + count);
    }

    private (int Index, int End) Before(BufferSegment[] chain, int index, int end, int count)
    {
        while (count > end)
        {
            count -= end;
            end = WrittenIn(chain[--index]);
        }

        return (index, end - count);
    }
}
