using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>Represents items that a writer left blank, to be filled in once:
/// <see cref="PooledArrayBufferWriter{T}.Reserve"/> or <see cref="SegmentedBufferWriter.Reserve"/> returns
/// it.</summary>
/// <typeparam name="T">The item type. For bytes, <see cref="BufferReservation"/> patches numbers and
/// lengths.</typeparam>
/// <remarks>
/// <para>Ownership: the holder patches the reservation once; copies represent the same reservation. It stores a
/// position rather than a span, so the writer can grow in the meantime. After the reservation was patched, or the
/// content it is part of was reset, truncated, detached, disposed or returned, every member throws and changes nothing,
/// even if another caller rents the same writer.</para>
/// <para>Order: reservations that keep their length can be patched in any order. A patch that changes the length moves
/// the content after it, so the last open reservation must be patched first.</para>
/// <para>Thread safety: that of the writer, which is used by one thread at a time.</para>
/// <para>Allocation: none, except once for each <see cref="SegmentedBufferWriter"/>, for a number that is patched
/// across the end of a chunk.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly struct BufferReservation<T>
{
    private readonly IReservingWriter<T>? _writer;

    internal BufferReservation(IReservingWriter<T> writer, long serial)
    {
        _writer = writer;
        Serial = serial;
    }

    /// <summary>Gets the number of reserved items.</summary>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default
    /// value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public int Length => Writer.ReservedLength(Serial);

    /// <summary>Gets the number of items written after the reserved ones so far. A length prefix counts these
    /// items.</summary>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default
    /// value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public long WrittenSince
    {
        get
        {
            BeginPatch(out PooledArrayBufferWriter<T>? common, out _, out long writtenSince);
            ThrowIfHeld(common);
            return writtenSince;
        }
    }

    internal string DebuggerText => _writer?.DescribeReservation(Serial) ?? "default";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    private IReservingWriter<T> Writer
    {
        get
        {
            IReservingWriter<T>? writer = _writer;
            if (writer is null)
                ThrowDefault();

            return writer;
        }
    }

    private long Serial { get; }

    /// <summary>Fills in the reserved items.</summary>
    /// <param name="items">The items to copy, exactly as many as were reserved.</param>
    /// <exception cref="ArgumentException"><paramref name="items"/> does not have the reserved length; the reservation
    /// stays open.</exception>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default
    /// value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Patch(ReadOnlySpan<T> items) => Writer.Patch(Serial, items);

    /// <summary>Replaces the reserved items with any number of items. If the number differs, the items written since
    /// are moved.</summary>
    /// <param name="items">The items to copy. They must not be in the writer's own memory.</param>
    /// <exception cref="ArgumentException"><paramref name="items"/> are in the writer's own memory.</exception>
    /// <exception cref="InvalidOperationException">A later reservation is still open, or this one was patched, has
    /// ended, or is the default value.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed its maximum capacity; the reservation
    /// stays open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>If the array pool throws, the exception is passed to the caller, the content is unchanged, and the
    /// reservation stays open.</remarks>
    public void Replace(ReadOnlySpan<T> items) => Writer.Replace(Serial, items);

    /// <summary>Returns the reserved items of an open reservation, to be filled in before
    /// <see cref="EndPatch"/>.</summary>
    /// <param name="common">The writer if it is the usual one, whose methods are compiled into each patch.</param>
    /// <param name="index">The index to pass to <see cref="EndPatch"/>.</param>
    /// <param name="writtenSince">The number of items written after it.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<T> BeginPatch(out PooledArrayBufferWriter<T>? common, out int index, out long writtenSince)
    {
        common = _writer as PooledArrayBufferWriter<T>;
        return common is not null
            ? common.BeginPatch(Serial, out index, out writtenSince)
            : Writer.BeginPatch(Serial, out index, out writtenSince);
    }

    /// <inheritdoc cref="IReservingWriter{T}.EndPatch"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void EndPatch(PooledArrayBufferWriter<T>? common, int index)
    {
        if (common is not null)
            common.EndPatch(index);
        else
            Writer.EndPatch(index);
    }

    /// <inheritdoc cref="IReservingWriter{T}.ThrowIfHeld"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void ThrowIfHeld(PooledArrayBufferWriter<T>? common)
    {
        if (common is not null)
            common.ThrowIfHeld();
        else
            Writer.ThrowIfHeld();
    }

    /// <summary>The message for items that do not fill a reservation.</summary>
    internal static string DoesNotFill(int count, int reserved, string unit) =>
        $"{Quantity.Of(count, unit)} cannot fill a reservation of {reserved}. Use Replace to change its length.";

    [DoesNotReturn]
    private static void ThrowDefault() =>
        Throw.InvalidOperation("The reservation is the default value. Call Reserve to create one.");
}
