using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>The begin and the end of a rental.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    // States: open, while it is owned and not disposed, or rented; closed, while it lies in a pool, and for good once it is disposed or
    // dropped. The flag is the number of the rental, 0 while closed. All that reads the content tests the flag. All that writes or counts
    // finds no room, since the end of the offered part is 0 while closed, and takes the slow path, which tests the flag: so writing costs
    // no more for it.
    //
    // A reference that is used while its rental ends on another thread may leave a count of written items. It is never less than 0, so that
    // there is no room before the end 0, and the next rental begins with 0. Whether an array belongs to the writer is decided by
    // compare-and-swap only: whoever takes it out owns it.

    /// <summary>The number of the rental, unlike that of every other one, for what must not outlive it; 0 while closed.</summary>
    internal long Rental => _rental;

    /// <summary>What was written so far, as the part of an array.</summary>
    internal ArraySegment<T> WrittenSegment
    {
        get
        {
            int written = WrittenCount;
            return new ArraySegment<T>(_array!, 0, written);
        }
    }

    /// <summary>The number of the last rental, for tests, which set it to see its limits.</summary>
    internal ref long LastUse => ref _uses;

    /// <summary>Throws if the writer is disposed, or lies in a pool.</summary>
    internal void ThrowIfClosed()
    {
        if (_rental == 0)
            ThrowDisposed();
    }

    /// <summary>Opens the writer, empty, whatever was done to it while it was closed: all that it offers follows from the array that it
    /// has.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Open()
    {
        long number = _uses + 1;
        _uses = number;
        _written = 0;
        if (_reservations is not null)
            TakeBackReservations(); // what another thread reserved while the last rental ended
        _offered = Math.Min(_array!.Length, _openLimit);
        _rental = number;
    }

    /// <summary>Lets everybody see that the rental ends, before that is done.</summary>
    private void BeginClose() => _rental = 0;

    /// <summary>Closes the writer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Close()
    {
        _rental = 0;
        Volatile.Write(ref _offered, 0); // behind the flag: pairs with the barrier in TakeBackIfClosed
    }
}
