namespace Pooling.Internal.Polyfills;

/// <summary>A write-only stream that never waits. Every overload that writes, including those that only some frameworks
/// have, calls <see cref="Append"/>.</summary>
internal abstract class WriteOnlyStream : Stream
{
    public sealed override bool CanRead => false;

    public sealed override bool CanSeek => false;

    public sealed override long Length => throw new NotSupportedException();

    public sealed override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public sealed override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public sealed override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public sealed override void SetLength(long value) => throw new NotSupportedException();

    public sealed override void Flush()
    {
    }

    public sealed override Task FlushAsync(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken) : Task.CompletedTask;

    public sealed override void Write(byte[] buffer, int offset, int count)
    {
        ArrayRange.Check(buffer, offset, count);
        Append(buffer.AsSpan(offset, count));
    }

    public sealed override void WriteByte(byte value) => Append(stackalloc byte[] { value });

    public sealed override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ArrayRange.Check(buffer, offset, count);
        return AppendAsync(buffer.AsSpan(offset, count), cancellationToken);
    }

    /// <remarks>The base class would write on another thread.</remarks>
    public sealed override IAsyncResult BeginWrite(
        byte[] buffer, int offset, int count, AsyncCallback? callback, object? state)
    {
        ArrayRange.Check(buffer, offset, count);
        var write = new TaskCompletionSource<bool>(state);
        try
        {
            Append(buffer.AsSpan(offset, count));
            write.SetResult(true);
        }
        catch (Exception exception)
        {
            write.SetException(exception);
        }

        callback?.Invoke(write.Task);
        return write.Task;
    }

    public sealed override void EndWrite(IAsyncResult asyncResult)
    {
        if (asyncResult is not Task<bool> write)
        {
            throw new ArgumentException(
                "The IAsyncResult was not returned by BeginWrite of this stream.", nameof(asyncResult));
        }

        write.GetAwaiter().GetResult();
    }

#if !NETSTANDARD2_0
    public sealed override void Write(ReadOnlySpan<byte> buffer) => Append(buffer);

    public sealed override ValueTask WriteAsync(
        ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        new(AppendAsync(buffer.Span, cancellationToken));
#endif

    /// <summary>Writes all of the bytes, or none of them.</summary>
    protected abstract void Append(ReadOnlySpan<byte> bytes);

    private Task AppendAsync(ReadOnlySpan<byte> bytes, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return Task.FromCanceled(cancellationToken);

        try
        {
            Append(bytes);
            return Task.CompletedTask;
        }
        catch (Exception exception)
        {
            return Task.FromException(exception);
        }
    }
}
