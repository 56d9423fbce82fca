using System.Diagnostics.CodeAnalysis;

namespace Pooling.Buffers;

/// <content>Bytes that are reserved now and filled in later, and may span several chunks.</content>
public sealed partial class SegmentedBufferWriter
{
    private SegmentReservationList? _reservations; // null until the first one
    private long _lastSerial; // never restarts, so that reservations of an earlier renter are not found

    /// <summary>Reserves bytes to be filled in later, such as the length of what follows. They count as written, and are zero until then.
    /// They may span several chunks.</summary>
    /// <param name="count">The number of bytes, 0 or more.</param>
    /// <returns>A reservation that can be patched once. It ends when its bytes are removed by <see cref="ResetWrittenCount"/>,
    /// <see cref="Truncate"/>, <see cref="Rewind"/> or <see cref="Detach"/>, or when the writer or its rental ends.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed <see cref="MaxCapacity"/>; nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Allocates the list of open reservations when more are open than ever before.</remarks>
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
            room.Clear(); // otherwise a forgotten patch would send old content of the array
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

    /// <summary>The cost of open reservations so far that depends on their number.</summary>
    internal long ReservationSteps => _reservations?.Steps ?? 0;

    /// <summary>Describes a reservation for debuggers.</summary>
    internal string DescribeReservation(long serial) =>
        _rental != 0 && _reservations?.LengthOf(serial) is { } length ? Quantity.Of(length, "byte") : "ended";

    internal int ReservedLength(long serial) => FindReservation(serial, out _).Length;

    /// <summary>Returns the number of bytes written after an open reservation.</summary>
    internal long WrittenSince(long serial)
    {
        ref SegmentReservationList.Entry open = ref FindReservation(serial, out _);
        ThrowIfHeld();
        return _before + _written - (open.Start + open.Length);
    }

    /// <summary>Fills in an open reservation and closes it.</summary>
    internal void Patch(long serial, ReadOnlySpan<byte> items)
    {
        ref SegmentReservationList.Entry open = ref FindReservation(serial, out int index);
        if (items.Length != open.Length)
        {
            Throw.Argument(
                $"{Quantity.Of(items.Length, "byte")} cannot fill a reservation of {open.Length}. Use Replace to change its length.",
                nameof(items));
        }

        Put(open.Segment, open.Offset, items);
        _reservations!.Close(index);
    }

    private int WrittenIn(BufferSegment segment) => segment == _current ? _written : segment.Memory.Length;

    /// <summary>Overwrites bytes from a position in one chunk on.</summary>
    private void Put(BufferSegment? segment, int offset, ReadOnlySpan<byte> items)
    {
        for (; !items.IsEmpty; segment = segment.Following, offset = 0)
        {
            int length = Math.Min(items.Length, WrittenIn(segment!) - offset);
            items.Slice(0, length).CopyTo(new Span<byte>(segment!.Array, offset, length));
            items = items.Slice(length);
        }
    }

    /// <summary>Ends the reservations of removed bytes.</summary>
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
        Throw.InvalidOperation("The reservation is not open: it was patched, its bytes were removed, or it is the default value.");
}
