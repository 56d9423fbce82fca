namespace Pooling.Buffers;

/// <content>Streams: copying to one, writing through one, and reading through one.</content>
public static partial class PooledArrayBufferWriter
{
    /// <summary>Returns a stream that writes to the writer.</summary>
    /// <param name="writer">The writer.</param>
    /// <returns>A write-only stream. It writes immediately, so flushing has no effect, and its asynchronous members
    /// never wait. Disposing it does not affect the writer.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The stream belongs to this rental. After the lease has ended, or the writer or the stream is disposed,
    /// writing to it throws <see cref="ObjectDisposedException"/>; it never writes into the next renter's content.
    /// Allocates the stream.</remarks>
    public static Stream AsStream(this PooledArrayBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        writer.ThrowIfClosed();

        return new BufferWriterStream(writer);
    }

    /// <summary>Returns a stream that reads the content of the writer without copying it.</summary>
    /// <param name="writer">The writer.</param>
    /// <returns>A readable and seekable stream at position 0. It always reflects the current content: later writes
    /// appear at its end, and removed items disappear. Its asynchronous members never wait. Disposing it does not
    /// affect the writer.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The stream belongs to this rental. After the lease has ended, or the writer or the stream is disposed,
    /// reading from it throws <see cref="ObjectDisposedException"/>; it never shows the next renter's content. Copying
    /// it to another stream writes all remaining bytes at once; until an asynchronous copy completes, do not use the
    /// writer. Allocates the stream.</remarks>
    public static Stream AsReadStream(this PooledArrayBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        writer.ThrowIfClosed();

        return new BufferReadStream(writer);
    }

    /// <summary>Writes the content to a stream in a single write. Does nothing if the writer is empty. The writer keeps
    /// its content.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="destination">The stream. It is not flushed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="destination"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>If the stream throws, the exception is passed to the caller and the writer is unchanged.</remarks>
    public static void CopyTo(this PooledArrayBufferWriter<byte> writer, Stream destination)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(destination);

        ArraySegment<byte> written = writer.WrittenSegment;
        if (written.Count > 0)
            destination.Write(written.Array!, 0, written.Count);
    }

    /// <summary>Writes the content to a stream asynchronously in a single write. Does nothing if the writer is empty.
    /// The writer keeps its content.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="destination">The stream. It is not flushed.</param>
    /// <param name="cancellationToken">A token that cancels the write, if the stream supports that.</param>
    /// <returns>A task that represents the stream's write. Until it completes, do not write to, reset, detach or
    /// dispose the writer, and do not end its lease, because the stream still reads the array.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="destination"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The writer is unchanged, whatever happens to the write. If the token is already canceled, the task is
    /// canceled before anything is written. Does not allocate by itself.</remarks>
    public static ValueTask CopyToAsync(
        this PooledArrayBufferWriter<byte> writer, Stream destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(destination);

        ArraySegment<byte> written = writer.WrittenSegment;
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask(Task.FromCanceled(cancellationToken));

        return written.Count > 0
            ? destination.WriteChunkAsync(written.Array!, 0, written.Count, cancellationToken)
            : default;
    }
}
