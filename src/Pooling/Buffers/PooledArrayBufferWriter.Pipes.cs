using System.Buffers;
using System.IO.Pipelines;

namespace Pooling.Buffers;

/// <content>Copying to pipes.</content>
public static partial class PooledArrayBufferWriter
{
    // The amount that a pipe takes by default before its writer has to wait.
    private const int PipePiece = 64 * 1024;

    /// <summary>Copies the written bytes to a pipe without flushing it. Does nothing if the writer is empty. The writer keeps its
    /// content.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="destination">The pipe writer. It takes everything at once, without waiting for its reader. Flush it to make the bytes
    /// available.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="destination"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>If the pipe throws, the exception is passed to the caller and the writer is unchanged.</remarks>
    public static void CopyTo(this PooledArrayBufferWriter<byte> writer, PipeWriter destination)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(destination);

        ReadOnlySpan<byte> written = writer.WrittenSpan;
        if (!written.IsEmpty)
            destination.Write(written);
    }

    /// <summary>Copies the written bytes to a pipe and flushes it, waiting if the reader is behind. The writer keeps its content.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="destination">The pipe writer. It takes at most 64 KB at a time, so that a long message waits for the reader.</param>
    /// <param name="cancellationToken">A token that cancels the wait for the reader. Bytes already in the pipe stay there.</param>
    /// <returns>The result of the last flush. If <see cref="FlushResult.IsCompleted"/> is true, the reader has completed; if
    /// <see cref="FlushResult.IsCanceled"/> is true, <see cref="PipeWriter.CancelPendingFlush"/> was called. In both cases, nothing after
    /// the flushed piece was written to the pipe. Until the task completes, do not write to, reset, detach or dispose the writer, and do
    /// not end its lease.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="destination"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The writer is unchanged, whatever happens to the pipe. If the token is already canceled, the task is canceled before
    /// anything is written. An empty writer only flushes. Does not allocate unless it has to wait in the middle of a message longer than 64
    /// KB.</remarks>
    public static ValueTask<FlushResult> CopyToAsync(
        this PooledArrayBufferWriter<byte> writer, PipeWriter destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(destination);

        ReadOnlyMemory<byte> written = writer.WrittenMemory;
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<FlushResult>(Task.FromCanceled<FlushResult>(cancellationToken));

        if (written.IsEmpty)
            return destination.FlushAsync(cancellationToken);

        return written.Length <= PipePiece
            ? destination.WriteAsync(written, cancellationToken)
            : CopyPiecesAsync(written, destination, cancellationToken);
    }

    private static async ValueTask<FlushResult> CopyPiecesAsync(
        ReadOnlyMemory<byte> written, PipeWriter destination, CancellationToken cancellationToken)
    {
        while (true)
        {
            int length = Math.Min(written.Length, PipePiece);
            FlushResult result = await destination.WriteAsync(written.Slice(0, length), cancellationToken).ConfigureAwait(false);
            written = written.Slice(length);
            if (written.IsEmpty || result.IsCompleted || result.IsCanceled)
                return result;
        }
    }
}
