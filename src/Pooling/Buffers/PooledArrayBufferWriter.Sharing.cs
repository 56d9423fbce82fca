using System.Buffers;

namespace Pooling.Buffers;

/// <content>Handing an array over to a shared message.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    internal ArrayPool<T> Pool => _pool;

    internal bool Clears => _clears;

    /// <summary>Takes the array out of the writer, as <see cref="Detach"/> does.</summary>
    /// <param name="written">The items written.</param>
    /// <returns>The array; an empty one if nothing was written, and the writer keeps its own then.</returns>
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
            Array.Clear(array, written, offered - written); // the new owner clears what it shows

        return array;
    }
}

/// <content>Handing an array over to a shared message.</content>
public static partial class PooledArrayBufferWriter
{
    /// <summary>Takes what was written out of the writer, without copying, and returns it as a message with one share. The writer is empty
    /// then, and can be written to again.</summary>
    /// <param name="writer">The writer.</param>
    /// <returns>The first share. The array goes back to the array pool of the writer when the last share ends, cleared if it is a clearing
    /// writer.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public static SharedBuffer DetachShared(this PooledArrayBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);

        byte[] array = writer.TakeArray(out int written);
        return SharedMessage.Start(array, written, writer.Pool, writer.Clears);
    }
}
