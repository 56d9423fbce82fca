using System.Diagnostics.CodeAnalysis;

namespace Pooling.Buffers;

/// <content>Room that is filled in later, and may lie across chunks.</content>
public sealed partial class SegmentedBufferWriter
{
    private SegmentReservationList? _reservations; // null until the first one
    private long _lastSerial; // never starts again, so that what an earlier renter reserved is not found

    /// <summary>Writes bytes that are filled in later, such as the length of what follows: they count as written, and are zero until then.
    /// They may lie across chunks.</summary>
    /// <param name="count">The bytes, 0 or more.</param>
    /// <returns>The right to fill them in, once. It ends when the bytes are taken back: by <see cref="ResetWrittenCount"/>,
    /// <see cref="Truncate"/>, <see cref="Rewind"/>, <see cref="Detach"/>, or the end of the writer or of its rental.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than <see cref="MaxCapacity"/>; nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Allocates the list of open reservations when more are open at a time than ever before.</remarks>
    public SegmentReservation Reserve(int count)
    {
        if (_rental == 0)
            ThrowDisposed();

        ArgumentOutOfRangeException.ThrowIfNegative(count);

        SegmentReservationList open = _reservations ??= new SegmentReservationList();
        open.MakeRoom();
        Prepare(count);
        var made = new SegmentReservationList.Entry { Serial = ++_lastSerial, Start = _before + _written, Length = count };
        for (int left = count; left > 0;)
        {
            Span<byte> room = NextRoom(left);
            room.Clear(); // or whoever forgets to patch sends what somebody else left there
            if (left == count)
            {
                made.Segment = _current;
                made.Offset = _written - room.Length;
            }

            left -= room.Length;
        }

        open.Add(made);
        return new SegmentReservation(this, made.Serial);
    }

    /// <summary>What the open reservations cost so far that depends on their number.</summary>
    internal long ReservationSteps => _reservations?.Steps ?? 0;

    /// <summary>What a debugger shows of a reservation.</summary>
    internal string DescribeReservation(long serial) =>
        _rental != 0 && _reservations?.LengthOf(serial) is { } length ? $"{length} bytes" : "ended";

    internal int ReservedLength(long serial) => FindReservation(serial, out _).Length;

    /// <summary>The bytes written behind an open reservation.</summary>
    internal long WrittenSince(long serial)
    {
        ref SegmentReservationList.Entry open = ref FindReservation(serial, out _);
        return _before + _written - (open.Start + open.Length);
    }

    /// <summary>Fills in an open reservation and closes it.</summary>
    internal void Patch(long serial, ReadOnlySpan<byte> items)
    {
        ref SegmentReservationList.Entry open = ref FindReservation(serial, out int index);
        if (items.Length != open.Length)
            Throw.Argument($"{items.Length} bytes do not fill the {open.Length} that are reserved.", nameof(items));

        Put(open.Segment, open.Offset, items);
        _reservations!.Close(index);
    }

    private int WrittenIn(BufferSegment segment) => segment == _current ? _written : segment.Memory.Length;

    /// <summary>Copies bytes over written ones, from a place of one chunk on.</summary>
    private void Put(BufferSegment? segment, int offset, ReadOnlySpan<byte> items)
    {
        for (; !items.IsEmpty; segment = segment.Following, offset = 0)
        {
            int length = Math.Min(items.Length, WrittenIn(segment!) - offset);
            items.Slice(0, length).CopyTo(new Span<byte>(segment!.Array, offset, length));
            items = items.Slice(length);
        }
    }

    /// <summary>Ends the reservations of bytes that were taken back.</summary>
    private void EndReservationsBeyond(long newCount) => _reservations?.CloseBeyond(newCount);

    private void EndReservations() => _reservations?.CloseAll();

    private ref SegmentReservationList.Entry FindReservation(long serial, out int index)
    {
        if (_rental == 0)
            ThrowDisposed();

        index = _reservations?.Find(serial) ?? -1;
        if (index < 0)
            ThrowNotOpen();

        return ref _reservations!.At(index);
    }

    [DoesNotReturn]
    private static void ThrowNotOpen() =>
        Throw.InvalidOperation("This reservation is not open: it was patched, or its bytes were taken back, or it is the default value.");
}
