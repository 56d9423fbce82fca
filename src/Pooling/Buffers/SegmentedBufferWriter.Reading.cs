using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>What was written goes out: as a sequence, as a stream, to another writer, or to an owner.</content>
public sealed partial class SegmentedBufferWriter
{
    private long _generation; // changes when bytes are taken back, so that streams over them end; of 64 bits, so that none comes again

    /// <summary>Gets what was written so far. It is valid while more is written, until the writer is reset, truncated, detached or
    /// disposed, or its lease ends.</summary>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public ReadOnlySequence<byte> WrittenSequence
    {
        get
        {
            if (_rental == 0)
                ThrowDisposed();

            if (_written > 0)
                return new ReadOnlySequence<byte>(_first!, 0, _current!, _written);

            // An empty chunk at the end is no part of it: readers may not expect one.
            return _previous is { } last ? new ReadOnlySequence<byte>(_first!, 0, last, last.Memory.Length) : ReadOnlySequence<byte>.Empty;
        }
    }

    /// <summary>Changes when bytes are taken back. Tests set it to see its limits.</summary>
    internal ref long Generation => ref _generation;

    internal bool IsClosed => _rental == 0;

    /// <summary>Returns a stream that reads what was written so far, for code that works with streams.</summary>
    /// <returns>A stream that can be read and sought, from the first byte on; what is written later is not part of it. Its asynchronous
    /// members never wait. Disposing it does not affect the writer.</returns>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Once the writer is reset, truncated, detached or disposed, its lease has ended, or the stream is disposed, the stream
    /// throws <see cref="ObjectDisposedException"/> when it is read. Allocates the stream.</remarks>
    public Stream AsReadStream()
    {
        if (_rental == 0)
            ThrowDisposed();

        return new SegmentReadStream(this, _first);
    }

    /// <summary>Writes what was written so far to a stream, a chunk at a time; nothing if the writer is empty. The writer keeps
    /// it.</summary>
    /// <param name="destination">The stream, which is not flushed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>What the stream throws reaches the caller; the writer is unchanged.</remarks>
    [OverloadResolutionPriority(1)] // a stream that is a buffer writer, too, is written to as a stream
    public void CopyTo(Stream destination)
    {
        ArgumentNullException.ThrowIfNull(destination);

        long left = WrittenCount;
        for (BufferSegment? segment = _first; left > 0;)
        {
            byte[] array = segment!.Array;
            destination.Write(array, 0, TakeChunk(ref segment, ref left).Length);
        }
    }

    /// <summary>Writes what was written so far to another writer. This one keeps it.</summary>
    /// <param name="destination">The other writer; this one itself is allowed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>What the other writer throws reaches the caller; it may hold a part then, and this writer is unchanged.</remarks>
    public void CopyTo(IBufferWriter<byte> destination)
    {
        ArgumentNullException.ThrowIfNull(destination);

        foreach (ReadOnlyMemory<byte> chunk in WrittenSequence)
        {
            if (!chunk.IsEmpty) // an empty sequence has a chunk, too, and to write nothing asks for room
                destination.Write(chunk.Span);
        }
    }

    /// <summary>Writes what was written so far to a stream, a chunk at a time; nothing if the writer is empty. The writer keeps
    /// it.</summary>
    /// <param name="destination">The stream, which is not flushed.</param>
    /// <param name="cancellationToken">Cancels the writes, as far as the stream heeds it; looked at before each chunk.</param>
    /// <returns>A task that ends with the last write, and fails or is cancelled as the first that does. Until then the writer must not be
    /// reset, truncated, detached or disposed, nor may its lease end, since the stream still reads the chunks.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The writer is unchanged, whatever becomes of the writes. Allocates nothing itself while the stream does not wait.</remarks>
    public ValueTask CopyToAsync(Stream destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(destination);

        long written = WrittenCount;
        return CopyChunksAsync(_first, written, destination, cancellationToken);
    }

    /// <summary>Writes what was written so far to a pipe, a chunk at a time, flushing after each, so that a slow reader slows this down;
    /// nothing at all if that is nothing. The writer keeps it.</summary>
    /// <param name="destination">The pipe's writer, which is not completed.</param>
    /// <param name="cancellationToken">Cancels a flush that waits.</param>
    /// <returns>The result of the last flush. If the reader has completed, or a flush was cancelled by
    /// <see cref="PipeWriter.CancelPendingFlush"/>, the chunks after it were not written. Until the task ends the writer must not be reset,
    /// truncated, detached or disposed, nor may its lease end.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>The writer is unchanged, whatever becomes of the writes. Allocates nothing itself while the pipe does not wait.</remarks>
    public ValueTask<FlushResult> CopyToAsync(PipeWriter destination, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(destination);

        long written = WrittenCount;
        return CopyChunksAsync(_first, written, destination, cancellationToken);
    }

    /// <summary>Takes what was written out of the writer, without copying. The writer is empty then, and can be written to again.</summary>
    /// <returns>The owner of exactly <see cref="WrittenCount"/> bytes; dispose it to give the chunks back.</returns>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Allocates the owner. The chunks leave the writer with it, also a rented one; spare chunks stay.</remarks>
    public PooledSequence Detach()
    {
        ReadOnlySequence<byte> sequence = WrittenSequence;
        if (sequence.IsEmpty)
        {
            Empty();
            return new PooledSequence(_source, null, sequence);
        }

        BufferSegment first = _first!;
        var owner = new PooledSequence(_source, first, sequence); // first, since it may fail
        BufferSegment last = _written > 0 ? _current! : _previous!;
        BufferSegment? spare = last.Following;
        NoteOffered();
        if (Interlocked.CompareExchange(ref _first, spare, first) != first) // pairs with the exchange of Release
            ThrowDisposed(); // by another thread, which returns the chunks; this owner goes nowhere

        last.Following = null;
        long detached = 0;
        for (BufferSegment? segment = first; segment is not null; segment = segment.Following)
        {
            detached += segment.Array.Length;
            segment.HandOver(this, owner);
        }

        _held -= detached;
        _generation++;
        EndReservations();
        Open(spare, previous: null, before: 0);
        return owner;
    }

    // The next two are no async methods, which allocate in some builds even if nothing waits.
    private static ValueTask CopyChunksAsync(BufferSegment? segment, long left, Stream destination, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (cancellationToken.IsCancellationRequested)
                return new ValueTask(Task.FromCanceled(cancellationToken));

            if (left == 0)
                return default;

            ValueTask write = WriteChunkAsync(ref segment, ref left, destination, cancellationToken);
            if (!write.IsCompletedSuccessfully)
                return CopyRestAsync(write, segment, left, destination, cancellationToken);

            write.GetAwaiter().GetResult(); // gives back what the stream may have pooled for it
        }
    }

    private static ValueTask<FlushResult> CopyChunksAsync(
        BufferSegment? segment, long left, PipeWriter destination, CancellationToken cancellationToken)
    {
        FlushResult result = default;
        while (left > 0)
        {
            ValueTask<FlushResult> flush = destination.WriteAsync(TakeChunk(ref segment, ref left), cancellationToken);
            if (!flush.IsCompletedSuccessfully)
                return CopyRestAsync(flush, segment, left, destination, cancellationToken);

            result = flush.GetAwaiter().GetResult();
            if (result.IsCompleted || result.IsCanceled)
                break;
        }

        return new ValueTask<FlushResult>(result);
    }

    private static async ValueTask CopyRestAsync(
        ValueTask write, BufferSegment? segment, long left, Stream destination, CancellationToken cancellationToken)
    {
        await write.ConfigureAwait(false);
        while (left > 0)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await WriteChunkAsync(ref segment, ref left, destination, cancellationToken).ConfigureAwait(false);
        }
    }

    private static async ValueTask<FlushResult> CopyRestAsync(
        ValueTask<FlushResult> flush, BufferSegment? segment, long left, PipeWriter destination, CancellationToken cancellationToken)
    {
        FlushResult result = await flush.ConfigureAwait(false);
        while (left > 0 && !result.IsCompleted && !result.IsCanceled)
            result = await destination.WriteAsync(TakeChunk(ref segment, ref left), cancellationToken).ConfigureAwait(false);

        return result;
    }

    private static ValueTask WriteChunkAsync(
        ref BufferSegment? segment, ref long left, Stream destination, CancellationToken cancellationToken)
    {
        byte[] array = segment!.Array;
        return destination.WriteChunkAsync(array, 0, TakeChunk(ref segment, ref left).Length, cancellationToken);
    }

    /// <summary>The written bytes of a chunk, of so many that are left; then goes to the next chunk.</summary>
    private static ReadOnlyMemory<byte> TakeChunk(ref BufferSegment? segment, ref long left)
    {
        // The last chunk may be as long as its array still.
        ReadOnlyMemory<byte> chunk = segment!.Memory.Slice(0, (int)Math.Min(left, segment.Memory.Length));
        segment = segment.Following;
        left -= chunk.Length;
        return chunk;
    }
}
