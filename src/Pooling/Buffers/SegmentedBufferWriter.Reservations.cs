using System.Diagnostics.CodeAnalysis;

namespace Pooling.Buffers;

/// <content>Room that is filled in later, and may lie across chunks.</content>
public sealed partial class SegmentedBufferWriter
{
    private Reservation[] _reservations = []; // the open ones, in the order in which they were made
    private int _reservationCount;
    private long _lastSerial; // never starts again, so that what an earlier renter reserved is not found

    /// <summary>Writes bytes that are filled in later, such as the length of what follows: they count as written, and are zero until then. They may
    /// lie across chunks.</summary>
    /// <param name="count">The bytes, 0 or more.</param>
    /// <returns>The right to fill them in, once. It ends when the bytes are taken back: by <see cref="ResetWrittenCount"/>, <see cref="Truncate"/>,
    /// <see cref="Rewind"/>, <see cref="Detach"/>, or the end of the writer or of its rental.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than <see cref="MaxCapacity"/>; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Allocates the list of open reservations when more are open at a time than ever before.</remarks>
    public SegmentReservation Reserve(int count)
    {
        if (_array is null)
            ThrowDisposed();

        ArgumentOutOfRangeException.ThrowIfNegative(count);

        if (_reservationCount == _reservations.Length)
            Array.Resize(ref _reservations, Math.Max(4, 2 * _reservationCount));

        Prepare(count);
        var made = new Reservation { Serial = ++_lastSerial, Start = _before + _written, Length = count };
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

        _reservations[_reservationCount++] = made;
        return new SegmentReservation(this, made.Serial);
    }

    internal int ReservedLength(long serial) => _reservations[FindReservation(serial)].Length;

    /// <summary>The bytes written behind an open reservation.</summary>
    internal long WrittenSince(long serial)
    {
        ref Reservation open = ref _reservations[FindReservation(serial)];
        return _before + _written - (open.Start + open.Length);
    }

    /// <summary>Fills in an open reservation and closes it.</summary>
    internal void Patch(long serial, ReadOnlySpan<byte> bytes)
    {
        int index = FindReservation(serial);
        ref Reservation open = ref _reservations[index];
        if (bytes.Length != open.Length)
            Throw.Argument($"{bytes.Length} bytes do not fill the {open.Length} that are reserved.", nameof(bytes));

        int offset = open.Offset;
        for (BufferSegment? segment = open.Segment; !bytes.IsEmpty; segment = segment.Following, offset = 0)
        {
            int end = segment == _current ? _written : segment!.Memory.Length;
            int length = Math.Min(bytes.Length, end - offset);
            bytes.Slice(0, length).CopyTo(new Span<byte>(segment!.Array, offset, length));
            bytes = bytes.Slice(length);
        }

        _reservationCount--;
        Array.Copy(_reservations, index + 1, _reservations, index, _reservationCount - index);
        _reservations[_reservationCount] = default;
    }

    /// <summary>Ends the reservations of bytes that were taken back.</summary>
    private void EndReservationsBeyond(long newCount)
    {
        while (_reservationCount > 0 && _reservations[_reservationCount - 1] is var last && last.Start + last.Length > newCount)
            _reservations[--_reservationCount] = default;
    }

    private void EndReservations()
    {
        if (_reservationCount == 0)
            return;

        Array.Clear(_reservations, 0, _reservationCount);
        _reservationCount = 0;
    }

    private int FindReservation(long serial)
    {
        if (_array is null)
            ThrowDisposed();

        for (int i = _reservationCount - 1; i >= 0; i--)
        {
            if (_reservations[i].Serial == serial)
                return i;
        }

        ThrowNotOpen();
        return -1;
    }

    [DoesNotReturn]
    private static void ThrowNotOpen() => Throw.InvalidOperation("This reservation is not open: it was patched, or its bytes were taken back, or it is the default value.");

    private struct Reservation
    {
        internal long Serial;
        internal long Start; // in the sequence
        internal BufferSegment? Segment; // where it starts; null: of no bytes
        internal int Offset; // in that chunk
        internal int Length;
    }
}
