namespace Pooling.Buffers;

/// <content>Handing an array over to a shared message.</content>
public partial class PooledArrayBufferWriter<T>
{
    /// <summary>Takes the array out of the writer, as <see cref="Detach"/> does.</summary>
    /// <param name="written">The items written.</param>
    /// <returns>The array; an empty one if nothing was written, and the writer keeps its own then.</returns>
    private protected T[] TakeArray(out int written)
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

    private protected System.Buffers.ArrayPool<T> Pool => _pool;

    private protected bool Clears => _clears;
}

/// <content>Handing an array over to a shared message.</content>
public sealed partial class PooledArrayBufferWriter
{
    /// <summary>Takes what was written out of the writer, without copying, and returns it as a message with one share. The writer is empty then, and
    /// can be written to again.</summary>
    /// <returns>The first share. The array goes back to the array pool of the writer when the last share ends, cleared if it is a clearing writer.</returns>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public SharedBuffer DetachShared()
    {
        byte[] array = TakeArray(out int written);
        return SharedMessage.Start(array, written, Pool, Clears);
    }
}
