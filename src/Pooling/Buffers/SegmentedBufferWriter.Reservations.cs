using System.Diagnostics.CodeAnalysis;

namespace Pooling.Buffers;

/// <content>Bytes that are reserved now and filled in later, and may span several chunks.</content>
public sealed partial class SegmentedBufferWriter : IReservingWriter<byte>
{
    private SegmentReservationList? _reservations; // null until the first one
    private byte[]? _apart; // the bytes of a reservation that is spread over chunks, while it is patched
    private long _lastSerial; // never restarts, so that reservations of an earlier renter are not found

    /// <summary>Reserves bytes to be filled in later, such as the length of what follows. They count as written, and
    /// are zero until then. They may span several chunks.</summary>
    /// <param name="count">The number of bytes, 0 or more.</param>
    /// <returns>A reservation that can be patched once. It ends when its bytes are removed by
    /// <see cref="ResetWrittenCount"/>, <see cref="Truncate"/>, <see cref="Rewind"/> or <see cref="Detach"/>, or when
    /// the writer or its rental ends.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed <see cref="MaxCapacity"/>; nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Allocates the list of open reservations when more are open than ever before, and once room for
    /// a number that is patched across the end of a chunk.</remarks>
    public BufferReservation<byte> Reserve(int count)
    {
        if (_rental == 0)
            ThrowDisposed();

        ArgumentOutOfRangeException.ThrowIfNegative(count);

        SegmentReservationList open = _reservations ??= new SegmentReservationList();
        open.MakeRoom();
        Prepare(count);
        var made =
            new SegmentReservationList.Entry { Serial = ++_lastSerial, Start = _before + _written, Length = count };
        for (int left = count; left > 0;)
        {
            Span<byte> room = NextRoom(left);
            room.Clear(); // otherwise a forgotten patch would send old content of the array
            if (left == count)
                (made.Segment, made.Offset) = (_current, _written - room.Length);

            left -= room.Length;
        }

        open.Add(made);
        return new BufferReservation<byte>(this, made.Serial);
    }

    /// <summary>The cost of open reservations so far that depends on their number.</summary>
    internal long ReservationSteps => _reservations?.Steps ?? 0;

    string IReservingWriter<byte>.DescribeReservation(long serial) =>
        _rental != 0 && _reservations?.LengthOf(serial) is { } length ? Quantity.Of(length, "byte") : "ended";

    int IReservingWriter<byte>.ReservedLength(long serial) => FindReservation(serial, out _).Length;

    Span<byte> IReservingWriter<byte>.BeginPatch(long serial, out int index, out long writtenSince)
    {
        ref SegmentReservationList.Entry open = ref FindReservation(serial, out index);
        writtenSince = _before + _written - (open.Start + open.Length);
        if (IsInOneChunk(in open))
            return new Span<byte>(open.Segment?.Array, open.Offset, open.Length);

        if (_apart is null || _apart.Length < open.Length)
            _apart = new byte[Math.Max(open.Length, Varint.Longest)];

        return new Span<byte>(_apart, 0, open.Length);
    }

    void IReservingWriter<byte>.EndPatch(int index)
    {
        ref SegmentReservationList.Entry open = ref _reservations!.At(index);
        if (!IsInOneChunk(in open))
        {
            Span<byte> apart = new(_apart, 0, open.Length);
            Put(open.Segment, open.Offset, apart);
            apart.Clear();
        }

        _reservations.Close(index);
    }

    void IReservingWriter<byte>.ThrowIfHeld() => ThrowIfHeld();

    void IReservingWriter<byte>.Patch(long serial, ReadOnlySpan<byte> items)
    {
        ref SegmentReservationList.Entry open = ref FindReservation(serial, out int index);
        if (items.Length != open.Length)
            Throw.Argument(BufferReservation<byte>.DoesNotFill(items.Length, open.Length, "byte"), nameof(items));

        Put(open.Segment, open.Offset, items);
        _reservations!.Close(index);
    }

    private bool IsInOneChunk(in SegmentReservationList.Entry open) =>
        open.Segment is not { } segment || open.Length <= WrittenIn(segment) - open.Offset;

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
    private static void ThrowNotOpen() => Throw.InvalidOperation(
        "The reservation is not open: it was patched, its bytes were removed, or it is the default value.");
}
