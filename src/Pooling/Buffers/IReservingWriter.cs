namespace Pooling.Buffers;

/// <summary>Represents a writer whose reservations are named by a serial that never repeats.</summary>
internal interface IReservingWriter<T>
{
    /// <summary>Returns the number of reserved items of an open reservation.</summary>
    int ReservedLength(long serial);

    /// <summary>Returns the reserved items of an open reservation, to be filled in before
    /// <see cref="EndPatch"/>.</summary>
    /// <param name="serial">The reservation.</param>
    /// <param name="index">The index to pass to <see cref="EndPatch"/>.</param>
    /// <param name="writtenSince">The number of items written after it.</param>
    Span<T> BeginPatch(long serial, out int index, out long writtenSince);

    /// <summary>Closes a reservation whose items are filled in.</summary>
    void EndPatch(int index);

    /// <summary>Fills in an open reservation, which has as many items, and closes it.</summary>
    void Patch(long serial, ReadOnlySpan<T> items);

    /// <summary>Replaces the reserved items, moves what follows, and closes the reservation, which must be the last
    /// open one.</summary>
    void Replace(long serial, ReadOnlySpan<T> items);

    /// <summary>Throws if a JSON lease still holds a part of the content, so that it cannot be counted.</summary>
    void ThrowIfHeld();

    /// <summary>Describes a reservation for debuggers.</summary>
    string DescribeReservation(long serial);
}
