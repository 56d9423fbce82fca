using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Items that are reserved now and filled in later.</content>
public sealed partial class PooledArrayBufferWriter<T> : IReservingWriter<T>
{
    // null until the first one, so that writers without reservations pay one test per reset
    private ReservationStack? _reservations;

    /// <summary>Reserves items to be filled in later, such as the length of what follows. They count as written, and
    /// are zero until then.</summary>
    /// <param name="count">The number of items, 0 or more.</param>
    /// <returns>A reservation that can be patched once. It remains valid when the writer grows, and ends when its items
    /// are removed by <see cref="ResetWrittenCount"/>, <see cref="Truncate"/>, <see cref="Rewind"/> or
    /// <see cref="Detach"/>, or when the writer or its rental ends.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed <see cref="MaxCapacity"/>; nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Allocates the list of open reservations once for each writer, and when more reservations are open than
    /// ever before.</remarks>
    public BufferReservation<T> Reserve(int count)
    {
        int written = _written;
        if (_reservations is not { HasRoom: true } open || (uint)(count - 1) >= (long)(uint)_offered - (uint)written)
            return ReserveSlow(count);

        new Span<T>(_array, written, count).Clear(); // otherwise a forgotten patch would send old content of the array
        _written = written + count;
        return new BufferReservation<T>(this, open.Push(written, count));
    }

    int IReservingWriter<T>.ReservedLength(long serial) => BeginPatch(serial, out _, out _).Length;

    Span<T> IReservingWriter<T>.BeginPatch(long serial, out int index, out long writtenSince) =>
        BeginPatch(serial, out index, out writtenSince);

    void IReservingWriter<T>.EndPatch(int index) => EndPatch(index);

    void IReservingWriter<T>.ThrowIfHeld() => ThrowIfHeld();

    void IReservingWriter<T>.Patch(long serial, ReadOnlySpan<T> items)
    {
        Span<T> reserved = BeginPatch(serial, out int index, out _);
        if (items.Length != reserved.Length)
            Throw.Argument(BufferReservation<T>.DoesNotFill(items.Length, reserved.Length, "item"), nameof(items));

        items.CopyTo(reserved);
        EndPatch(index);
    }

    /// <inheritdoc cref="IReservingWriter{T}.BeginPatch"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<T> BeginPatch(long serial, out int index, out long writtenSince)
    {
        if (_rental == 0)
            ThrowDisposed();

        ref ReservationStack.Entry entry = ref _reservations!.Find(serial, out index);
        writtenSince = _written - (entry.Position + entry.Length);
        return new Span<T>(_array, entry.Position, entry.Length);
    }

    /// <inheritdoc cref="IReservingWriter{T}.EndPatch"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void EndPatch(int index) => _reservations!.Close(index);

    void IReservingWriter<T>.Replace(long serial, ReadOnlySpan<T> items)
    {
        Span<T> reserved = BeginPatch(serial, out int index, out long since);
        int writtenSince = (int)since;
        if (!_reservations!.IsLast(index))
            ReservationStack.ThrowNotLast();

        if (items.Overlaps(_array))
            ReservationStack.ThrowOwnItems();

        int more = items.Length - reserved.Length;
        if (more > _offered - _written)
            MakeRoom(more); // may grow: the span above is no longer valid

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

    string IReservingWriter<T>.DescribeReservation(long serial) =>
        _rental != 0 && _reservations?.LengthOf(serial) is { } length ? Quantity.Of(length, Unit) : "ended";

    /// <summary>Offers room after items that were stored after the content and are not counted yet; they are moved
    /// along if the writer grows.</summary>
    /// <param name="pending">The number of items not counted yet.</param>
    /// <param name="sizeHint">The number of items needed after them.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<T> GetSpanBehind(int pending, int sizeHint) =>
        TryGetSpanBehind(pending, sizeHint, out Span<T> room) ? room : GetSpanBehindSlow(pending, sizeHint);

    /// <summary>Offers the same if there is already more room than needed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryGetSpanBehind(int pending, int sizeHint, out Span<T> room)
    {
        int at = _written + pending;
        int free = _offered - at;
        bool fits = sizeHint >= 0 && sizeHint < free;
        room = fits ? new Span<T>(_array, at, free) : default;
        return fits;
    }

    // Incremented by everything that may use the room after the content without changing the count: a rental, the start
    // of a text, and removed items. With 64 bits, it never repeats.
    private long _uses;

    /// <summary>Returns the array and the number of items written, for a text that is stored after them.</summary>
    internal void BeginText(out T[]? array, out int written)
    {
        ThrowIfClosed();
        array = _array;
        written = _written;
    }

    /// <summary>Begins to store items after the content that are not counted yet.</summary>
    /// <returns>The value to pass to <see cref="IsUntouched"/>.</returns>
    internal long BeginUse() => ++_uses;

    /// <summary>Whether the writer has only handed out room since it had this array and this count.</summary>
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
        long rental = _rental;
        long uses = _uses;
        _written = written + pending;
        try
        {
            MakeRoom(sizeHint);
        }
        finally
        {
            // otherwise the array pool ended the rental, and the count may be another renter's
            if (_rental == rental && _uses == uses)
                _written = written;
        }

        return new Span<T>(_array, written + pending, _offered - written - pending);
    }
}
