using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Getting the content out: as a sequence, as a stream, or into another writer.</content>
public sealed partial class SegmentedBufferWriter
{
    // changes when bytes are removed, so that streams over them end; with 64 bits, it never repeats
    private long _generation;

    /// <summary>Gets the content as a sequence. It stays valid while more is written, until the writer is reset,
    /// truncated, detached or disposed, or its lease ends.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public ReadOnlySequence<byte> WrittenSequence
    {
        get
        {
            if (_rental == 0 || _holder is not null)
                ThrowIfUnreadable();

            if (_written > 0)
                return new ReadOnlySequence<byte>(_first!, 0, _current!, _written);

            // An empty chunk at the end is excluded: readers may not expect one.
            return _previous is { } last ? new(_first!, 0, last, last.Memory.Length) : ReadOnlySequence<byte>.Empty;
        }
    }

    /// <summary>Changes when bytes are removed. Tests set it to reach its limits.</summary>
    internal ref long Generation => ref _generation;

    internal bool IsClosed => _rental == 0;

    /// <summary>Returns a stream that writes to the writer.</summary>
    /// <returns>A write-only stream. It writes immediately, so flushing has no effect, and its asynchronous members
    /// never wait. Disposing it does not affect the writer.</returns>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The stream belongs to this rental. After the lease has ended, or the writer or the stream is disposed,
    /// writing to
    /// it throws <see cref="ObjectDisposedException"/>; it never writes into the next renter's content. Allocates the
    /// stream.</remarks>
    public Stream AsStream()
    {
        if (_rental == 0)
            ThrowDisposed();

        return new BufferWriterStream(this);
    }

    /// <summary>Returns a stream that reads the current content of the writer.</summary>
    /// <returns>A readable and seekable stream at position 0. It does not include later writes. Its asynchronous
    /// members never wait. Disposing it does not affect the writer.</returns>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>After the writer is reset, truncated, detached or disposed, its lease has ended, or the stream is
    /// disposed, reading from the stream throws <see cref="ObjectDisposedException"/>. Allocates the stream.</remarks>
    public Stream AsReadStream()
    {
        if (_rental == 0)
            ThrowDisposed();

        return new SegmentReadStream(this, _first);
    }

    /// <summary>Writes the content to a stream, one chunk at a time. Does nothing if the writer is empty. The writer
    /// keeps its content.</summary>
    /// <param name="destination">The stream. It is not flushed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>If the stream throws, the exception is passed to the caller and the writer is unchanged.</remarks>
    [OverloadResolutionPriority(1)] // a stream that is also a buffer writer is written to as a stream
    public void CopyTo(Stream destination)
    {
        ArgumentNullException.ThrowIfNull(destination);

        long left = WrittenCount;
        long generation = _generation;
        for (BufferSegment? segment = _first; left > 0;)
        {
            ThrowIfChanged(generation);
            byte[] array = segment!.Array;
            destination.Write(array, 0, BufferSegment.TakeChunk(ref segment, ref left).Length);
        }
    }

    /// <summary>Writes the content to another writer. This writer keeps it.</summary>
    /// <param name="destination">The other writer. It may be this one.</param>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>If the other writer throws, the exception is passed to the caller. It may then contain a part of the
    /// content; this writer is unchanged.</remarks>
    public void CopyTo(IBufferWriter<byte> destination)
    {
        ArgumentNullException.ThrowIfNull(destination);

        long left = WrittenCount;
        long generation = _generation;
        for (BufferSegment? segment = _first; left > 0;)
        {
            ReadOnlySpan<byte> chunk = BufferSegment.TakeChunk(ref segment, ref left).Span;
            while (!chunk.IsEmpty)
            {
                Span<byte> room = destination.GetSpan();
                ThrowIfChanged(generation); // by the other writer
                int length = Math.Min(chunk.Length, room.Length);
                if (length == 0)
                    Throw.ArgumentOutOfRange(nameof(destination), length, "The other writer returned an empty span.");

                chunk.Slice(0, length).CopyTo(room);
                destination.Advance(length);
                chunk = chunk.Slice(length);
            }
        }
    }

    /// <summary>Writes the content to a stream asynchronously, one chunk at a time. Does nothing if the writer is
    /// empty. The writer keeps its content.</summary>
    /// <param name="destination">The stream. It is not flushed.</param>
    /// <param name="cancellationToken">A token that cancels the writes, if the stream supports that. It is checked
    /// before each chunk.</param>
    /// <returns>A task that represents the writes; it fails or is canceled with the first write that does. Until it
    /// completes, do not reset, truncate, detach or dispose the writer, and do not end its lease, because the stream
    /// still reads the chunks.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The writer is unchanged, whatever happens to the writes. Does not allocate unless the stream
    /// waits.</remarks>
    public ValueTask CopyToAsync(Stream destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(destination);

        long written = WrittenCount;
        return CopyChunksAsync(_first, written, _generation, destination, cancellationToken);
    }

    /// <summary>Writes the content to a pipe asynchronously, one chunk at a time, and flushes after each, so that a
    /// slow reader applies back pressure. Does nothing if the writer is empty. The writer keeps its content.</summary>
    /// <param name="destination">The pipe writer. It is not completed.</param>
    /// <param name="cancellationToken">A token that cancels a waiting flush.</param>
    /// <returns>The result of the last flush. If the reader has completed, or a flush was canceled by
    /// <see cref="PipeWriter.CancelPendingFlush"/>, the remaining chunks were not written. Until the task completes, do
    /// not reset, truncate, detach or dispose the writer, and do not end its lease.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The writer is unchanged, whatever happens to the writes. Does not allocate unless the pipe
    /// waits.</remarks>
    public ValueTask<FlushResult> CopyToAsync(PipeWriter destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(destination);

        long written = WrittenCount;
        return CopyChunksAsync(_first, written, _generation, destination, cancellationToken);
    }

    // The next two are not async methods, which in some builds allocate even if they never wait.
    private ValueTask CopyChunksAsync(
        BufferSegment? segment, long left, long generation, Stream destination, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (cancellationToken.IsCancellationRequested)
                return new ValueTask(Task.FromCanceled(cancellationToken));

            if (left == 0)
                return default;

            ThrowIfChanged(generation);
            ValueTask write = BufferSegment.WriteAsync(ref segment, ref left, destination, cancellationToken);
            if (!write.IsCompletedSuccessfully)
                return CopyRestAsync(write, segment, left, generation, destination, cancellationToken);

            write.GetAwaiter().GetResult(); // releases what the stream may have pooled for the operation
        }
    }

    private ValueTask<FlushResult> CopyChunksAsync(
        BufferSegment? segment, long left, long generation, PipeWriter destination, CancellationToken cancellationToken)
    {
        FlushResult result = default;
        while (left > 0)
        {
            ThrowIfChanged(generation);
            ValueTask<FlushResult> flush = destination.WriteAsync(
                BufferSegment.TakeChunk(ref segment, ref left), cancellationToken);
            if (!flush.IsCompletedSuccessfully)
                return CopyRestAsync(flush, segment, left, generation, destination, cancellationToken);

            result = flush.GetAwaiter().GetResult();
            if (result.IsCompleted || result.IsCanceled)
                break;
        }

        return new ValueTask<FlushResult>(result);
    }

    private async ValueTask CopyRestAsync(
        ValueTask write, BufferSegment? segment, long left, long generation, Stream destination,
        CancellationToken cancellationToken)
    {
        await write.ConfigureAwait(false);
        while (left > 0)
        {
            cancellationToken.ThrowIfCancellationRequested();
            ThrowIfChanged(generation);
            await BufferSegment.WriteAsync(ref segment, ref left, destination, cancellationToken).ConfigureAwait(false);
        }
    }

    private async ValueTask<FlushResult> CopyRestAsync(
        ValueTask<FlushResult> flush, BufferSegment? segment, long left, long generation, PipeWriter destination,
        CancellationToken cancellationToken)
    {
        FlushResult result = await flush.ConfigureAwait(false);
        while (left > 0 && !result.IsCompleted && !result.IsCanceled)
        {
            ThrowIfChanged(generation);
            result = await destination.WriteAsync(
                BufferSegment.TakeChunk(ref segment, ref left), cancellationToken).ConfigureAwait(false);
        }

        return result;
    }

    /// <summary>Throws if bytes were removed or the rental has ended since a copy began: the chunks may hold somebody
    /// else's text by now.</summary>
    private void ThrowIfChanged(long generation)
    {
        if (_rental == 0 || _generation != generation)
            ThrowUsed();
    }
}
