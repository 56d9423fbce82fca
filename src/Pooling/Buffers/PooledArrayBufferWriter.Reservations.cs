using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Room that is filled in later.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    private ReservationStack? _reservations; // null until the first one, so that writers without any pay one test for each reset

    /// <summary>Writes items that are filled in later, such as the length of what follows: they count as written, and are cleared until
    /// then.</summary>
    /// <param name="count">The items, 0 or more.</param>
    /// <returns>The right to fill them in, once. It stays valid when the writer grows, and ends when the items are taken back: by
    /// <see cref="ResetWrittenCount"/>, <see cref="Truncate"/>, <see cref="Rewind"/>, <see cref="Detach"/>, or the end of the writer or of
    /// its rental.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than <see cref="MaxCapacity"/>; nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Allocates the list of open reservations once for each writer, and when more are open at a time than ever before.</remarks>
    public BufferReservation<T> Reserve(int count)
    {
        int written = _written;
        if (_reservations is not { HasRoom: true } open || (uint)(count - 1) >= (long)(uint)_offered - (uint)written)
            return ReserveSlow(count);

        new Span<T>(_array, written, count).Clear(); // or whoever forgets to patch sends what somebody else left there
        _written = written + count;
        return new BufferReservation<T>(this, open.Push(written, count));
    }

    /// <summary>The reserved items of an open reservation.</summary>
    /// <param name="serial">The reservation.</param>
    /// <param name="index">For <see cref="EndPatch"/>.</param>
    /// <param name="writtenSince">The items written behind it.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<T> BeginPatch(long serial, out int index, out int writtenSince)
    {
        if (_rental == 0)
            ThrowDisposed();

        ref ReservationStack.Entry entry = ref _reservations!.Find(serial, out index);
        writtenSince = _written - (entry.Position + entry.Length);
        return new Span<T>(_array, entry.Position, entry.Length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void EndPatch(int index) => _reservations!.Close(index);

    /// <summary>Puts items in the place of the reserved ones and moves what follows.</summary>
    internal void Replace(long serial, ReadOnlySpan<T> items)
    {
        Span<T> reserved = BeginPatch(serial, out int index, out int writtenSince);
        if (!_reservations!.IsLast(index))
            ThrowNotLast();

        if (items.Overlaps(_array))
            Throw.Argument("The items lie in the writer's own memory, where they would be moved.", nameof(items));

        int more = items.Length - reserved.Length;
        if (more > _offered - _written)
            MakeRoom(more); // may grow: the span above is no longer good

        Span<T> all = _array;
        int written = _written;
        int end = written - writtenSince;
        if (more != 0)
            all.Slice(end, writtenSince).CopyTo(all.Slice(end + more));

        items.CopyTo(all.Slice(end - reserved.Length));
        _reservations.Close(index);
        if (more < 0)
            TruncateTo(written + more);
        else
            _written = written + more;
    }

    /// <summary>What a debugger shows of a reservation.</summary>
    internal string DescribeReservation(long serial) =>
        _rental != 0 && _reservations?.LengthOf(serial) is { } length ? $"{length} {Unit}" : "ended";

    /// <summary>Offers room after items that were put after what was written and are not counted yet; they move along if the writer
    /// grows.</summary>
    /// <param name="pending">The items not counted yet.</param>
    /// <param name="sizeHint">The items needed behind them.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<T> GetSpanBehind(int pending, int sizeHint) =>
        TryGetSpanBehind(pending, sizeHint, out Span<T> room) ? room : GetSpanBehindSlow(pending, sizeHint);

    /// <summary>The same, if there is more room than needed already.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryGetSpanBehind(int pending, int sizeHint, out Span<T> room)
    {
        int at = _written + pending;
        int free = _offered - at;
        bool fits = sizeHint >= 0 && sizeHint < free;
        room = fits ? new Span<T>(_array, at, free) : default;
        return fits;
    }

    // Raised by what may use the room behind what was written and leave the count as it was: a rental, text that is begun, and items that
    // are taken back. Of 64 bits, so that it never comes again.
    private long _uses;

    /// <summary>Begins to put items after what was written, which are not counted yet.</summary>
    /// <returns>What <see cref="IsUntouched"/> asks for.</returns>
    internal long BeginUse() => ++_uses;

    /// <summary>Whether nothing but room was taken from the writer since it had this array and this count.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool IsUntouched(T[]? array, int written, long use) =>
        _array == array && _written == written && _uses == use && array is not null;

    /// <summary>Drops a list of reservations that is too long to keep.</summary>
    private void TrimReservations() => _reservations?.Trim();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private BufferReservation<T> ReserveSlow(int count)
    {
        if (_rental == 0)
            ThrowDisposed();

        ArgumentOutOfRangeException.ThrowIfNegative(count);

        ReservationStack open = _reservations ??= new ReservationStack();
        _isPlain = false;
        open.MakeRoom();
        if (count > 0)
            GetSpan(count).Slice(0, count).Clear();

        int written = _written;
        _written = written + count;
        return new BufferReservation<T>(this, open.Push(written, count));
    }

    private void TakeBackReservations()
    {
        if (_reservations is { IsEmpty: false } open)
            open.TakeBack();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Span<T> GetSpanBehindSlow(int pending, int sizeHint)
    {
        int written = _written;
        _written = written + pending;
        try
        {
            MakeRoom(sizeHint);
        }
        finally
        {
            _written = written;
        }

        return new Span<T>(_array, written + pending, _offered - written - pending);
    }

    [DoesNotReturn]
    private static void ThrowNotLast() => Throw.InvalidOperation(
        "This reservation is not the last that is open. A patch that changes its length moves what follows: "
        + "patch the later reservations first.");
}
