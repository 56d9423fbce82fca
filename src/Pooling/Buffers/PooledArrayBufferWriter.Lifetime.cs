using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>The start and the end of a rental.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    // States: open, while the writer is rented, or owned and not disposed; closed, while it is idle in a pool, and
    // permanently after it was disposed or dropped. The flag is the number of the rental, 0 while closed. Members that
    // read the content test the flag. Members that write find no room, because the end of the offered part is 0 while
    // closed, and take the slow path, which tests the flag. So writing costs nothing extra.
    //
    // A reference that is used while its rental ends on another thread may leave a count of written items. The count is
    // never negative, so there is no room before the end 0, and the next rental starts with 0. Only compare-and-swap
    // decides whether an array belongs to the writer: the thread that takes it out owns it.

    /// <summary>The number of the rental, which is never reused, for objects that must not outlive it; 0 while
    /// closed.</summary>
    internal long Rental => _rental;

    /// <summary>The items written so far, as a segment of the array.</summary>
    internal ArraySegment<T> WrittenSegment
    {
        get
        {
            int written = WrittenCount;
            return new ArraySegment<T>(_array!, 0, written);
        }
    }

    /// <summary>The number of the last rental. For tests, which set it to reach its limits.</summary>
    internal ref long LastUse => ref _uses;

    /// <summary>Throws if the writer is disposed or idle in a pool.</summary>
    internal void ThrowIfClosed()
    {
        if (_rental == 0)
            ThrowDisposed();
    }

    /// <summary>Throws if a rental has ended, also if there is another one since.</summary>
    internal void ThrowIfNotIn(long rental)
    {
        if (_rental != rental)
            ThrowDisposed();
    }

    /// <summary>Opens the writer as empty, whatever was done to it while it was closed: everything that it offers is
    /// derived from its array.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Open()
    {
        long number = _uses + 1;
        _uses = number;
        _written = 0;
        if (_reservations is not null)
            TakeBackReservations(); // those that another thread made while the last rental ended
        _offered = Math.Min(_array!.Length, _openLimit);
        _rental = number;
    }

    /// <summary>Makes the end of the rental visible before it is complete.</summary>
    private void BeginClose() => _rental = 0;

    /// <summary>Closes the writer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Close()
    {
        _rental = 0;
        Volatile.Write(ref _offered, 0); // after the flag: pairs with the barrier in TakeBackIfClosed
    }
}
