namespace Pooling.Internal.Polyfills;

/// <summary>A seekable stream over memory that never waits. Every overload that reads, including those that only some
/// frameworks have, calls <see cref="ChunkAt"/>.</summary>
internal abstract class ReadOnlyStream : Stream
{
    private long _position; // may be past the end, as in other streams
    private Task<int>? _lastRead; // most reads in a loop return the same count

    public sealed override bool CanRead => IsOpen;

    public sealed override bool CanSeek => IsOpen;

    public sealed override bool CanWrite => false;

    public sealed override long Position
    {
        get
        {
            _ = Length; // throws if the stream is closed
            return _position;
        }

        set
        {
            _ = Length;
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            _position = value;
        }
    }

    /// <summary>Whether the stream can be read; false after it is disposed.</summary>
    protected abstract bool IsOpen { get; }

    public sealed override int Read(byte[] buffer, int offset, int count)
    {
        ArrayRange.Check(buffer, offset, count);
        return Take(buffer.AsSpan(offset, count));
    }

    public sealed override int ReadByte()
    {
        ArraySegment<byte> chunk = ChunkAt(_position);
        if (chunk.Count == 0)
            return -1;

        _position++;
        return chunk.Array![chunk.Offset];
    }

    public sealed override Task<int> ReadAsync(
        byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ArrayRange.Check(buffer, offset, count);
        if (cancellationToken.IsCancellationRequested)
            return Task.FromCanceled<int>(cancellationToken);

        try
        {
            int read = Take(buffer.AsSpan(offset, count));
            return _lastRead is { } last && last.Result == read ? last : _lastRead = Task.FromResult(read);
        }
        catch (Exception exception)
        {
            return Task.FromException<int>(exception);
        }
    }

    /// <remarks>The base class would read on another thread.</remarks>
    public sealed override IAsyncResult BeginRead(
        byte[] buffer, int offset, int count, AsyncCallback? callback, object? state)
    {
        ArrayRange.Check(buffer, offset, count);
        var read = new TaskCompletionSource<int>(state);
        try
        {
            read.SetResult(Take(buffer.AsSpan(offset, count)));
        }
        catch (Exception exception)
        {
            read.SetException(exception);
        }

        callback?.Invoke(read.Task);
        return read.Task;
    }

    public sealed override int EndRead(IAsyncResult asyncResult)
    {
        if (asyncResult is not Task<int> read)
        {
            throw new ArgumentException(
                "The IAsyncResult was not returned by BeginRead of this stream.", nameof(asyncResult));
        }

        return read.GetAwaiter().GetResult();
    }

    /// <remarks>Copies the chunks directly, without an intermediate buffer.</remarks>
    public sealed override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        CheckCopyArguments(destination, bufferSize);

        // Not an async method, which in some builds allocates even if it never waits.
        while (true)
        {
            if (cancellationToken.IsCancellationRequested)
                return Task.FromCanceled(cancellationToken);

            ArraySegment<byte> chunk = TakeChunk();
            if (chunk.Count == 0)
                return Task.CompletedTask;

            ValueTask write = destination.WriteChunkAsync(chunk.Array!, chunk.Offset, chunk.Count, cancellationToken);
            if (!write.IsCompletedSuccessfully)
                return CopyRestAsync(write, destination, cancellationToken);

            write.GetAwaiter().GetResult(); // releases what the stream may have pooled for the operation
        }
    }

#if !NETSTANDARD2_0
    public sealed override int Read(Span<byte> buffer) => Take(buffer);

    public sealed override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return ValueTask.FromCanceled<int>(cancellationToken);

        try
        {
            return new ValueTask<int>(Take(buffer.Span));
        }
        catch (Exception exception)
        {
            return ValueTask.FromException<int>(exception);
        }
    }

    public sealed override void CopyTo(Stream destination, int bufferSize)
    {
        CheckCopyArguments(destination, bufferSize);
        for (ArraySegment<byte> chunk = TakeChunk(); chunk.Count > 0; chunk = TakeChunk())
            destination.Write(chunk.Array!, chunk.Offset, chunk.Count);
    }
#endif

    public sealed override long Seek(long offset, SeekOrigin origin)
    {
        long length = Length; // throws if the stream is closed
        long from = origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => _position,
            SeekOrigin.End => length,
            _ => throw new ArgumentOutOfRangeException(
                nameof(origin), origin, "The origin must be SeekOrigin.Begin, Current or End."),
        };
        if (offset < -from)
        {
            throw new IOException(
                $"An attempt was made to move the position before the beginning of the stream ({from} plus {offset}).");
        }

        if (offset > long.MaxValue - from)
        {
            throw new ArgumentOutOfRangeException(nameof(offset), offset,
                $"The position {from} plus the offset must not exceed {long.MaxValue}.");
        }

        return _position = from + offset;
    }

    public sealed override void SetLength(long value) => throw new NotSupportedException();

    public sealed override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public sealed override void Flush()
    {
    }

    public sealed override Task FlushAsync(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken) : Task.CompletedTask;

    /// <summary>Returns the contiguous bytes from a position on; none at the end or past it.</summary>
    /// <exception cref="ObjectDisposedException">The stream is closed, or its source was disposed.</exception>
    protected abstract ArraySegment<byte> ChunkAt(long position);

    /// <summary>Reads the bytes that are available, up to the length of the destination.</summary>
    private int Take(Span<byte> room)
    {
        int taken = 0;
        while (true)
        {
            // even if the destination is empty: a closed stream throws
            ReadOnlySpan<byte> chunk = ChunkAt(_position).AsSpan();
            int length = Math.Min(room.Length - taken, chunk.Length);
            if (length == 0)
                return taken;

            chunk.Slice(0, length).CopyTo(room.Slice(taken));
            _position += length;
            taken += length;
        }
    }

    private ArraySegment<byte> TakeChunk()
    {
        ArraySegment<byte> chunk = ChunkAt(_position);
        _position += chunk.Count;
        return chunk;
    }

    private async Task CopyRestAsync(ValueTask write, Stream destination, CancellationToken cancellationToken)
    {
        await write.ConfigureAwait(false);
        for (ArraySegment<byte> chunk = TakeChunk(); chunk.Count > 0; chunk = TakeChunk())
        {
            cancellationToken.ThrowIfCancellationRequested();
            await destination.WriteChunkAsync(
                chunk.Array!, chunk.Offset, chunk.Count, cancellationToken).ConfigureAwait(false);
        }
    }

    private static void CheckCopyArguments(Stream destination, int bufferSize)
    {
        ArgumentNullException.ThrowIfNull(destination);
        ArgumentOutOfRangeException.ThrowIfLessThan(bufferSize, 1);
    }
}
