namespace Pooling.Buffers;

/// <content>Streams: what was written goes to one, one writes, and one reads.</content>
public static partial class PooledArrayBufferWriter
{
    /// <summary>Returns a stream that writes to the writer, for code that works with streams.</summary>
    /// <param name="writer">The writer.</param>
    /// <returns>A stream that can only be written to. It writes at once, so that flushing does nothing, and its asynchronous members never
    /// wait. Disposing it does not affect the writer.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The stream belongs to this rental: once its lease has ended, or the writer or the stream is disposed, it throws
    /// <see cref="ObjectDisposedException"/> when it is written to, and never reaches the next renter. Allocates the stream.</remarks>
    public static Stream AsStream(this PooledArrayBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        writer.ThrowIfClosed();

        return new BufferWriterStream(writer);
    }

    /// <summary>Returns a stream that reads what was written to the writer, without copying it, for code that knows nothing but
    /// streams.</summary>
    /// <param name="writer">The writer.</param>
    /// <returns>A stream at position 0 that can be read and sought, but not written to. It shows what the writer holds at each call: what
    /// is written later stands at its end, and what is taken back is gone. Its asynchronous members never wait. Disposing it leaves the
    /// writer alone.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The stream belongs to this rental: once its lease has ended, or the writer or the stream is disposed, it throws
    /// <see cref="ObjectDisposedException"/> when it is read, and never shows what the next renter writes. Copying it to another stream is
    /// one write of all that is left; until an asynchronous one has ended the writer must not be touched. Allocates the stream.</remarks>
    public static Stream AsReadStream(this PooledArrayBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        writer.ThrowIfClosed();

        return new BufferReadStream(writer);
    }

    /// <summary>Writes what was written so far to a stream, in one piece; nothing if the writer is empty. The writer keeps it.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="destination">The stream, which is not flushed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="destination"/> is <see
    /// langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>What the stream throws reaches the caller; the writer is unchanged.</remarks>
    public static void CopyTo(this PooledArrayBufferWriter<byte> writer, Stream destination)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(destination);

        ArraySegment<byte> written = writer.WrittenSegment;
        if (written.Count > 0)
            destination.Write(written.Array!, 0, written.Count);
    }

    /// <summary>Writes what was written so far to a stream, in one piece; nothing if the writer is empty. The writer keeps it.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="destination">The stream, which is not flushed.</param>
    /// <param name="cancellationToken">Cancels the write, as far as the stream heeds it.</param>
    /// <returns>A task that ends with the stream's write, and fails or is cancelled as that does. Until then the writer must not be
    /// touched: neither written to, nor reset, detached or disposed, nor may its lease end, since the stream still reads the
    /// array.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="destination"/> is <see
    /// langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The writer is unchanged, whatever becomes of the write. A token that is cancelled already cancels the task before anything
    /// is written. Allocates nothing itself.</remarks>
    public static ValueTask CopyToAsync(
        this PooledArrayBufferWriter<byte> writer, Stream destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(destination);

        ArraySegment<byte> written = writer.WrittenSegment;
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask(Task.FromCanceled(cancellationToken));

        return written.Count > 0 ? destination.WriteChunkAsync(written.Array!, 0, written.Count, cancellationToken) : default;
    }
}
