using System.IO.Pipelines;

namespace Pooling.Buffers;

/// <content>Copying to pipes.</content>
public static partial class PooledArrayBufferWriter
{
    // The amount that a pipe takes by default before its writer has to wait.
    private const int PipePiece = 64 * 1024;

    /// <summary>Copies the written bytes to a pipe without flushing it. Does nothing if the writer is empty. The writer
    /// keeps its content.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="destination">The pipe writer. It takes everything at once, without waiting for its reader. Flush it
    /// to make the bytes available.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="destination"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>If the pipe throws, the exception is passed to the caller and the writer is unchanged.</remarks>
    public static void CopyTo(this PooledArrayBufferWriter<byte> writer, PipeWriter destination)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(destination);

        ArraySegment<byte> written = writer.WrittenSegment;
        long use = writer.LastUse;
        for (int copied = 0; copied < written.Count;)
        {
            Span<byte> room = destination.GetSpan();
            ThrowIfChanged(writer, written, use); // by the pipe's memory pool
            int length = Math.Min(written.Count - copied, room.Length);
            if (length == 0)
                Throw.ArgumentOutOfRange(nameof(destination), length, "The pipe returned an empty span.");

            written.AsSpan(copied, length).CopyTo(room);
            destination.Advance(length);
            copied += length;
        }
    }

    /// <summary>Copies the written bytes to a pipe and flushes it, waiting if the reader is behind. The writer keeps
    /// its content.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="destination">The pipe writer. It takes at most 64 KB at a time, so that a long message waits for
    /// the reader.</param>
    /// <param name="cancellationToken">A token that cancels the wait for the reader. Bytes already in the pipe stay
    /// there.</param>
    /// <returns>The result of the last flush. If <see cref="FlushResult.IsCompleted"/> is true, the reader has
    /// completed; if <see cref="FlushResult.IsCanceled"/> is true, <see cref="PipeWriter.CancelPendingFlush"/> was
    /// called. In both cases, nothing after the flushed piece was written to the pipe. Until the task completes, do not
    /// write to, reset, detach or dispose the writer, and do not end its lease.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="destination"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The writer is unchanged, whatever happens to the pipe. If the token is already canceled, the task is
    /// canceled before anything is written. An empty writer only flushes. Does not allocate unless it has to wait in
    /// the middle of a message longer than 64 KB.</remarks>
    public static ValueTask<FlushResult> CopyToAsync(
        this PooledArrayBufferWriter<byte> writer, PipeWriter destination, CancellationToken cancellationToken =
            default)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(destination);

        ArraySegment<byte> written = writer.WrittenSegment;
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<FlushResult>(Task.FromCanceled<FlushResult>(cancellationToken));

        if (written.Count == 0)
            return destination.FlushAsync(cancellationToken);

        return written.Count <= PipePiece
            ? destination.WriteAsync(written, cancellationToken)
            : CopyPiecesAsync(writer, written, destination, cancellationToken);
    }

    private static async ValueTask<FlushResult> CopyPiecesAsync(
        PooledArrayBufferWriter<byte> writer, ArraySegment<byte> written, PipeWriter destination,
        CancellationToken cancellationToken)
    {
        long use = writer.LastUse;
        for (int copied = 0; ;)
        {
            int length = Math.Min(written.Count - copied, PipePiece);
            FlushResult result = await destination.WriteAsync(
                written.AsMemory(copied, length), cancellationToken).ConfigureAwait(false);
            copied += length;
            if (copied == written.Count || result.IsCompleted || result.IsCanceled)
                return result;

            ThrowIfChanged(writer, written, use);
        }
    }

    /// <summary>Throws if a writer was used or its rental has ended since a copy began: the array may hold somebody
    /// else's text by now.</summary>
    private static void ThrowIfChanged(PooledArrayBufferWriter<byte> writer, in ArraySegment<byte> written, long use)
    {
        writer.ThrowIfClosed();
        if (!writer.IsUntouched(written.Array, written.Count, use))
            Throw.InvalidOperation(RentedArray.UsedMeanwhile);
    }
}
