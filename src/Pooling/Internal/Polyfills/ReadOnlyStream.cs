namespace Pooling.Internal.Polyfills;

/// <summary>A stream that reads one array, never waits, and can be sought: every way of reading leads to <see cref="Take"/>, those included that the base
/// class has on some frameworks only.</summary>
internal abstract class ReadOnlyStream : Stream
{
    private int _position; // may lie behind the end, as that of other streams
    private Task<int>? _lastRead; // most reads of a loop give as much as the one before

    public sealed override bool CanRead => IsOpen;

    public sealed override bool CanSeek => IsOpen;

    public sealed override bool CanWrite => false;

    public sealed override long Length => Content.Count;

    public sealed override long Position
    {
        get
        {
            _ = Content; // refuses if the stream is closed
            return _position;
        }

        set
        {
            _ = Content;
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, int.MaxValue);
            _position = (int)value;
        }
    }

    /// <summary>Whether the stream can be read at all; false once it is disposed.</summary>
    protected abstract bool IsOpen { get; }

    /// <summary>All that there is to read at this moment.</summary>
    /// <exception cref="ObjectDisposedException">The stream is closed, or its source is gone.</exception>
    protected abstract ArraySegment<byte> Content { get; }

    public sealed override int Read(byte[] buffer, int offset, int count)
    {
        CheckArguments(buffer, offset, count);
        return Take(buffer.AsSpan(offset, count));
    }

    public sealed override int ReadByte()
    {
        ReadOnlySpan<byte> rest = Rest;
        if (rest.IsEmpty)
            return -1;

        _position++;
        return rest[0];
    }

    public sealed override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        CheckArguments(buffer, offset, count);
        if (cancellationToken.IsCancellationRequested)
            return Task.FromCanceled<int>(cancellationToken);

        try
        {
            int read = Take(buffer.AsSpan(offset, count));
            return _lastRead is { } last && last.Result == read ? last : _lastRead = Task.FromResult(read);
        }
        catch (ObjectDisposedException exception)
        {
            return Task.FromException<int>(exception);
        }
    }

    /// <remarks>The base class would read on another thread.</remarks>
    public sealed override IAsyncResult BeginRead(byte[] buffer, int offset, int count, AsyncCallback? callback, object? state)
    {
        CheckArguments(buffer, offset, count);
        var read = new TaskCompletionSource<int>(state);
        try
        {
            read.SetResult(Take(buffer.AsSpan(offset, count)));
        }
        catch (ObjectDisposedException exception)
        {
            read.SetException(exception);
        }

        callback?.Invoke(read.Task);
        return read.Task;
    }

    public sealed override int EndRead(IAsyncResult asyncResult)
    {
        if (asyncResult is not Task<int> read)
            throw new ArgumentException("This is not the result of a BeginRead of this stream.", nameof(asyncResult));

        return read.GetAwaiter().GetResult();
    }

    public sealed override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        CheckCopyArguments(destination, bufferSize);
        if (cancellationToken.IsCancellationRequested)
            return Task.FromCanceled(cancellationToken);

        try
        {
            ArraySegment<byte> rest = TakeRest();
            return rest.Count == 0 ? Task.CompletedTask : destination.WriteAsync(rest.Array!, rest.Offset, rest.Count, cancellationToken);
        }
        catch (ObjectDisposedException exception)
        {
            return Task.FromException(exception);
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
        catch (ObjectDisposedException exception)
        {
            return ValueTask.FromException<int>(exception);
        }
    }

    public sealed override void CopyTo(Stream destination, int bufferSize)
    {
        CheckCopyArguments(destination, bufferSize);
        ArraySegment<byte> rest = TakeRest();
        if (rest.Count > 0)
            destination.Write(rest.Array!, rest.Offset, rest.Count);
    }
#endif

    public sealed override long Seek(long offset, SeekOrigin origin)
    {
        long from = origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => Position,
            SeekOrigin.End => Length,
            _ => throw new ArgumentOutOfRangeException(nameof(origin), origin, "The origin is the begin, the current position or the end."),
        };
        _ = Content;
        if (offset < -from)
            throw new IOException($"The position {from} and {offset} lies before the begin of the stream.");

        if (offset > int.MaxValue - from)
            throw new ArgumentOutOfRangeException(nameof(offset), offset, $"The position {from} and {offset} lies behind the largest, {int.MaxValue}.");

        return _position = (int)(from + offset);
    }

    public sealed override void SetLength(long value) => throw new NotSupportedException();

    public sealed override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public sealed override void Flush()
    {
    }

    public sealed override Task FlushAsync(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken) : Task.CompletedTask;

    private ReadOnlySpan<byte> Rest
    {
        get
        {
            ReadOnlySpan<byte> content = Content.AsSpan();
            return content.Slice(Math.Min(_position, content.Length));
        }
    }

    private int Take(Span<byte> room)
    {
        ReadOnlySpan<byte> rest = Rest;
        int length = Math.Min(room.Length, rest.Length);
        rest.Slice(0, length).CopyTo(room);
        _position += length;
        return length;
    }

    private ArraySegment<byte> TakeRest()
    {
        ArraySegment<byte> content = Content;
        int from = Math.Min(_position, content.Count);
        _position = Math.Max(_position, content.Count);
        return new ArraySegment<byte>(content.Array!, content.Offset + from, content.Count - from);
    }

    private static void CheckArguments(byte[] buffer, int offset, int count)
    {
        ArgumentNullException.ThrowIfNull(buffer);
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, buffer.Length - offset);
    }

    private static void CheckCopyArguments(Stream destination, int bufferSize)
    {
        ArgumentNullException.ThrowIfNull(destination);
        ArgumentOutOfRangeException.ThrowIfLessThan(bufferSize, 1);
    }
}
