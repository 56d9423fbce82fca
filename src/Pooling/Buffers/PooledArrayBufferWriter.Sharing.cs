using System.Buffers;

namespace Pooling.Buffers;

/// <content>Handing an array over to a shared message.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    internal ArrayPool<T> Pool => _pool;

    internal bool Clears => _clears;

    /// <summary>Takes the array out of the writer, as <see cref="Detach"/> does.</summary>
    /// <param name="written">The number of items written.</param>
    /// <returns>The array; an empty one if nothing was written, in which case the writer keeps its own.</returns>
    internal T[] TakeArray(out int written)
    {
        T[]? array = _array;
        if (_rental == 0 || array is null)
            ThrowDisposed();

        written = _written;
        if (written == 0)
        {
            Empty();
            return [];
        }

        int offered = _offered;
        if (!TryGiveUp(array))
            ThrowDisposed(); // by another thread, which returned the array

        if (_clears)
            Array.Clear(array, written, offered - written); // the new owner clears what it exposes

        return array;
    }
}

/// <content>Handing an array over to a shared message.</content>
public static partial class PooledArrayBufferWriter
{
    /// <summary>Takes the written bytes out of the writer without copying them, and returns them as a message with one share. The writer is
    /// empty afterwards, and can be written to again.</summary>
    /// <param name="writer">The writer.</param>
    /// <returns>The first share. When the last share ends, the array is returned to the writer's array pool; a clearing writer clears it
    /// first.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public static SharedBuffer DetachShared(this PooledArrayBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);

        byte[] array = writer.TakeArray(out int written);
        return ShareGroup.Start(array, written, writer.Pool, writer.Clears);
    }

    /// <summary>Takes the written bytes out of the writer without copying them, as a message with as many shares as a span holds. The
    /// writer is empty afterwards, and can be written to again.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="shares">The span that the shares are written to, each of which must be ended independently. If it is empty, the array
    /// is returned at once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="shares"/> is longer than 786,432; the writer keeps its
    /// content.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>When the last share ends, the array is returned to the writer's array pool; a clearing writer clears it first. If this
    /// method throws, <paramref name="shares"/> is unchanged.</remarks>
    public static void DetachShared(this PooledArrayBufferWriter<byte> writer, Span<SharedBuffer> shares)
    {
        ArgumentNullException.ThrowIfNull(writer);
        SharedBuffer.ThrowIfTooMany(shares);

        byte[] array = writer.TakeArray(out int written);
        if (shares.IsEmpty)
            RentedArray.Return(writer.Pool, array, writer.Clears ? written : 0);
        else
            ShareGroup.Start(array, written, writer.Pool, writer.Clears, shares);
    }
}
