using System.Buffers;
using System.IO.Pipelines;

namespace Pooling.Buffers;

/// <content>Pipes: what was written goes to one.</content>
public static partial class PooledArrayBufferWriter
{
    // As much as a pipe takes by default before it makes its writer wait.
    private const int PipePiece = 64 * 1024;

    /// <summary>Copies what was written so far into a pipe, without flushing it; nothing if the writer is empty. The writer keeps
    /// it.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="destination">The pipe. It takes everything at once, without waiting for its reader; flush it to hand it over.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="destination"/> is <see
    /// langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>What the pipe throws reaches the caller; the writer is unchanged.</remarks>
    public static void CopyTo(this PooledArrayBufferWriter<byte> writer, PipeWriter destination)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(destination);

        ReadOnlySpan<byte> written = writer.WrittenSpan;
        if (!written.IsEmpty)
            destination.Write(written);
    }

    /// <summary>Copies what was written so far into a pipe and flushes it, waiting while the reader is behind. The writer keeps
    /// it.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="destination">The pipe. It takes at most 64 KB at a time, so that a long message waits for the reader, too.</param>
    /// <param name="cancellationToken">Cancels the wait for the reader. What the pipe took until then stays there.</param>
    /// <returns>The result of the last flush. <see cref="FlushResult.IsCompleted"/>: the reader has gone and gets nothing more;
    /// <see cref="FlushResult.IsCanceled"/>: <see cref="PipeWriter.CancelPendingFlush"/> was called. In both cases nothing behind the piece
    /// of that flush went into the pipe. Until the task ends the writer must not be touched: neither written to, nor reset, detached or
    /// disposed, nor may its lease end.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="destination"/> is <see
    /// langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The writer is unchanged, whatever becomes of the pipe. A token that is cancelled already cancels the task before anything
    /// is written. An empty writer only flushes. Allocates nothing itself unless it has to wait in the middle of a message of more than 64
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
