using System.Runtime.InteropServices;

namespace Pooling.Internal.Polyfills;

/// <summary>A stream over memory that can only be read and never waits: every way of reading leads to <see cref="Take"/>, those included that
/// the base class has on some frameworks only.</summary>
internal abstract class ReadableStream : Stream
{
    public sealed override bool CanWrite => false;

    public sealed override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public sealed override void SetLength(long value) => throw new NotSupportedException();

    public sealed override void Flush()
    {
    }

    public sealed override Task FlushAsync(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken) : Task.CompletedTask;

    public sealed override int Read(byte[] buffer, int offset, int count)
    {
        CheckArguments(buffer, offset, count);
        return Take(buffer.AsSpan(offset, count));
    }

    public sealed override int ReadByte()
    {
        Span<byte> one = stackalloc byte[1];
        return Take(one) == 0 ? -1 : one[0];
    }

    public sealed override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        CheckArguments(buffer, offset, count);
        return TakeAsync(buffer.AsSpan(offset, count), cancellationToken).AsTask();
    }

#if !NETSTANDARD2_0
    public sealed override int Read(Span<byte> buffer) => Take(buffer);

    public sealed override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => TakeAsync(buffer.Span, cancellationToken);

    public sealed override void CopyTo(Stream destination, int bufferSize)
    {
        ArgumentNullException.ThrowIfNull(destination);
        while (TryTakeChunk(out ReadOnlyMemory<byte> chunk))
            destination.Write(chunk.Span);
    }
#endif

    /// <remarks>Straight from the chunks, without a buffer between.</remarks>
    public sealed override async Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(destination);
        cancellationToken.ThrowIfCancellationRequested();
        while (TryTakeChunk(out ReadOnlyMemory<byte> chunk))
        {
            MemoryMarshal.TryGetArray(chunk, out ArraySegment<byte> bytes);
            await destination.WriteChunkAsync(bytes.Array!, bytes.Offset, bytes.Count, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Reads as many bytes as there are and fit.</summary>
    /// <returns>The bytes read; 0 at the end.</returns>
    protected abstract int Take(Span<byte> room);

    /// <summary>Reads the next contiguous bytes without copying them. They lie in an array.</summary>
    /// <returns><see langword="false"/> at the end.</returns>
    protected abstract bool TryTakeChunk(out ReadOnlyMemory<byte> chunk);

    private ValueTask<int> TakeAsync(Span<byte> room, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<int>(Task.FromCanceled<int>(cancellationToken));

        try
        {
            return new ValueTask<int>(Take(room));
        }
        catch (Exception exception)
        {
            return new ValueTask<int>(Task.FromException<int>(exception));
        }
    }

    private static void CheckArguments(byte[] buffer, int offset, int count)
    {
        ArgumentNullException.ThrowIfNull(buffer);
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, buffer.Length - offset);
    }
}
