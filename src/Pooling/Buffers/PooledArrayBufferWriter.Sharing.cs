using System.Buffers;

namespace Pooling.Buffers;

/// <content>Handing the content over, in the writer's array or in a copy.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    internal ArrayPool<T> Pool => _pool;

    internal bool Clears => _clears;

    /// <summary>Takes the written items out of the writer. The writer is empty afterwards, and can be written to
    /// again.</summary>
    /// <returns>The owner of exactly <see cref="WrittenCount"/> items. Dispose it to return its array to the
    /// pool.</returns>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <exception cref="InvalidOperationException">The array pool used the writer.</exception>
    /// <remarks>
    /// <para>The array leaves the writer with the items, even if the writer is rented; the writer gets a new array when
    /// it is next written to. But items that need less than half of an array of more than 1 KB, and up to 1 KB of a
    /// rented writer, are copied to an array of their own, unless the pool has only longer ones. If the pool throws,
    /// the exception is passed to the caller and the content is unchanged.</para>
    /// <para>Allocates the owner.</para>
    /// </remarks>
    public PooledArray<T> Detach()
    {
        T[]? array = _array;
        if (_rental == 0 || array is null)
            ThrowDisposed();

        ThrowIfHeld();
        int written = _written;
        if (written == 0)
        {
            Empty();
            return new PooledArray<T>([], 0, _pool, _clears);
        }

        bool isCopied = RentedArray.IsCopied(array, written, isRented: _retention is not null);
        if (isCopied && CopyContent(array, written) is { } copy)
            return DetachCopy(copy, written);

        var owner = new PooledArray<T>(array, written, _pool, _clears); // first, since it may throw
        GiveUp(array, written);
        return owner;
    }

    /// <summary>Takes the content out of the writer, as <see cref="Detach"/> does.</summary>
    /// <param name="written">The number of items written.</param>
    /// <returns>The array; an empty one if nothing was written.</returns>
    internal T[] TakeArray(out int written)
    {
        T[]? array = _array;
        if (_rental == 0 || array is null)
            ThrowDisposed();

        ThrowIfHeld();
        written = _written;
        if (written == 0)
        {
            Empty();
            return [];
        }

        bool isCopied = RentedArray.IsCopied(array, written, isRented: _retention is not null);
        if (isCopied && CopyContent(array, written) is { } copy)
        {
            Empty();
            return copy;
        }

        GiveUp(array, written);
        return array;
    }

    /// <summary>Empties the writer, and returns the array if anything was written.</summary>
    internal void DropContent()
    {
        ThrowIfClosed();
        ThrowIfHeld();
        if (_written == 0)
            Empty();
        else
            ReleaseArray();
    }

    private void GiveUp(T[] array, int written)
    {
        int offered = _offered;
        if (!TryGiveUp(array))
            ThrowDisposed(); // by another thread, which returned the array

        if (_clears)
            Array.Clear(array, written, offered - written); // the new owner clears what it exposes
    }

    private PooledArray<T> DetachCopy(T[] copy, int written)
    {
        PooledArray<T>? owner = null;
        try
        {
            owner = new PooledArray<T>(copy, written, _pool, _clears);
        }
        finally
        {
            if (owner is null)
                RentedArray.Return(_pool, copy, _clears ? written : 0);
        }

        Empty();
        return owner;
    }

    /// <summary>Copies the content to an array that is not longer. The writer is unchanged.</summary>
    /// <returns><see langword="null"/> if the pool has none.</returns>
    private T[]? CopyContent(T[] array, int written)
    {
        long rental = _rental;
        long uses = _uses;
        T[] copy = RentedArray.Rent(_pool, written);
        bool isLonger = copy.Length > array.Length;
        if (isLonger)
            RentedArray.Return(_pool, copy, clear: 0);

        if (_rental != rental || !IsUntouched(array, written, uses)) // the pool may be code that uses this very writer
        {
            if (!isLonger)
                RentedArray.Return(_pool, copy, clear: 0);

            ThrowUsed();
        }

        if (isLonger)
            return null;

        array.AsSpan(0, written).CopyTo(copy);
        // the copy comes before the read below; a compare-and-swap of one value for itself is what Mono compiles
        // wrongly
        Interlocked.MemoryBarrier();
        // pairs with the exchange of Release: if it is still the writer's array, and in this rental, nobody else had it
        // while it was read
        if (Volatile.Read(ref _array) != array || _rental != rental)
        {
            RentedArray.Return(_pool, copy, _clears ? written : 0);
            ThrowDisposed();
        }

        return copy;
    }
}

/// <content>Handing an array over to a shared message.</content>
public static partial class PooledArrayBufferWriter
{
    /// <summary>Takes the written bytes out of the writer, and returns them as a message with one share. The writer is
    /// empty afterwards, and can be written to again.</summary>
    /// <param name="writer">The writer.</param>
    /// <returns>The first share. When the last share ends, the message's array is returned to the writer's array pool;
    /// that of a clearing writer is cleared first.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <exception cref="InvalidOperationException">The array pool used the writer.</exception>
    /// <remarks>The array moves with the bytes. But bytes that need less than half of an array of more than 1 KB are
    /// copied to an array of their own, so that a small message does not hold a large array; and so are up to 1 KB of a
    /// rented writer, which keeps its array for its next user. If the pool throws, the exception is passed to the
    /// caller and the content is unchanged.</remarks>
    public static SharedBuffer DetachShared(this PooledArrayBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);

        byte[] array = writer.TakeArray(out int written);
        return ShareGroup.Start(array, written, writer.Pool, writer.Clears);
    }

    /// <summary>Takes the written bytes out of the writer, as a message with as many shares as a span holds. The writer
    /// is empty afterwards, and can be written to again.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="shares">The span that the shares are written to, each of which must be ended independently. If it
    /// is empty, the content is dropped.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="shares"/> is longer than 786,432; the writer keeps
    /// its content.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <exception cref="InvalidOperationException">The array pool used the writer.</exception>
    /// <remarks>The bytes move or are copied, and their array is returned, as by
    /// <see cref="DetachShared(PooledArrayBufferWriter{byte})"/>. If this method throws, <paramref name="shares"/> is
    /// unchanged.</remarks>
    public static void DetachShared(this PooledArrayBufferWriter<byte> writer, Span<SharedBuffer> shares)
    {
        ArgumentNullException.ThrowIfNull(writer);
        SharedBuffer.ThrowIfTooMany(shares);

        if (shares.IsEmpty)
        {
            writer.DropContent();
            return;
        }

        byte[] array = writer.TakeArray(out int written);
        ShareGroup.Start(array, written, writer.Pool, writer.Clears, shares);
    }
}
