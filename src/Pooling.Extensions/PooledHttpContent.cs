using System.Buffers;
using System.Net;
using System.Net.Http.Headers;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Extensions;

/// <summary>Sends the bytes of a leased writer as the body of an HTTP request or response, without copying
/// them.</summary>
/// <remarks>
/// <para>Ownership: the content takes over the lease. Do not write to it, and do not dispose it. Dispose the content;
/// its <see cref="HttpRequestMessage"/> is not enough, since a redirect that turns POST into GET takes the content out
/// of it. The lease then ends exactly once, as soon as no send reads the bytes any more. A request may still be sent
/// when its response has arrived or it was canceled; disposing the content at that moment is safe.</para>
/// <para>Length: <c>Content-Length</c> is the number of bytes that were written when the content was created.</para>
/// <para>Retries: the content can be sent any number of times, until it is disposed.</para>
/// <para>Thread safety: several threads may send the content at the same time, and dispose it.</para>
/// <para>Allocation: the content with its headers. Sending copies nothing, and allocates nothing while the target takes
/// the bytes at once.</para>
/// </remarks>
public sealed class PooledHttpContent : HttpContent
{
    private readonly LeasedBytes _bytes;
    private readonly long _length;
    private int _holds = 1; // one of the owner, and one of each send
    private int _isDisposed;

    /// <summary>Initializes a new instance of the <see cref="PooledHttpContent"/> class over a writer with one
    /// array.</summary>
    /// <param name="lease">The lease, which now belongs to the content.</param>
    /// <exception cref="ObjectDisposedException">The lease has ended, or is the default value.</exception>
    public PooledHttpContent(PooledLease<PooledArrayBufferWriter<byte>> lease)
        : this(new LeasedBytes.OfArray(lease))
    {
    }

    /// <summary>Initializes a new instance of the <see cref="PooledHttpContent"/> class over a writer with several
    /// arrays, for long bodies.</summary>
    /// <param name="lease">The lease, which now belongs to the content.</param>
    /// <exception cref="ObjectDisposedException">The lease has ended, or is the default value.</exception>
    public PooledHttpContent(PooledLease<SegmentedBufferWriter> lease)
        : this(new LeasedBytes.OfSegments(lease))
    {
    }

    /// <summary>Initializes a new instance of the <see cref="PooledHttpContent"/> class over a JSON writer, with the
    /// content type <c>application/json; charset=utf-8</c>.</summary>
    /// <param name="lease">The lease, without a target. It now belongs to the content.</param>
    /// <exception cref="InvalidOperationException">The lease writes to a target.</exception>
    /// <exception cref="ObjectDisposedException">The lease has ended, or is the default value.</exception>
    public PooledHttpContent(PooledUtf8JsonWriter lease)
        : this(new LeasedBytes.OfJson(lease)) =>
        Headers.ContentType = new MediaTypeHeaderValue("application/json", "utf-8");

    private PooledHttpContent(LeasedBytes bytes) => (_bytes, _length) = (bytes, bytes.Bytes.Length);

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    /// <inheritdoc/>
    protected override async Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(stream);

        Hold();
        try
        {
            foreach (ReadOnlyMemory<byte> piece in Bytes())
                await stream.WriteAsync(piece, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            Release();
        }
    }

    /// <inheritdoc/>
    protected override void SerializeToStream(
        Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(stream);

        Hold();
        try
        {
            foreach (ReadOnlyMemory<byte> piece in Bytes())
            {
                cancellationToken.ThrowIfCancellationRequested();
                stream.Write(piece.Span);
            }
        }
        finally
        {
            Release();
        }
    }

    /// <inheritdoc/>
    protected override bool TryComputeLength(out long length)
    {
        length = _length;
        return true;
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        // pairs with itself: one of several calls releases
        if (disposing && Interlocked.Exchange(ref _isDisposed, 1) == 0)
            Release();

        base.Dispose(disposing);
    }

    private ReadOnlySequence<byte> Bytes()
    {
        ReadOnlySequence<byte> bytes = _bytes.Bytes;
        return bytes.Length == _length
            ? bytes
            : throw new InvalidOperationException(
                $"The writer has {bytes.Length} bytes instead of {_length}: "
                + "it was used after its lease was handed over.");
    }

    // Only while somebody holds the bytes: afterwards they may belong to the next renter.
    private void Hold()
    {
        int holds = Volatile.Read(ref _holds); // pairs with the exchanges below
        while (holds > 0)
        {
            // pairs with the decrement of Release
            int found = Interlocked.CompareExchange(ref _holds, holds + 1, holds);
            if (found == holds)
                return;

            holds = found;
        }

        throw new ObjectDisposedException(nameof(PooledHttpContent));
    }

    private void Release()
    {
        if (Interlocked.Decrement(ref _holds) == 0) // pairs with the compare-and-swap of Hold
            _bytes.End();
    }
}
