using System.Buffers;
using System.Text.Json;

namespace Pooling.Json;

/// <content>Large binary values, in pieces.</content>
public readonly partial struct PooledAsyncUtf8JsonWriter
{
    /// <summary>Writes bytes as a base64 string in pieces, and drains to the target between them when needed.
    /// <see cref="Utf8JsonWriter"/> itself requests room for the whole string at once.</summary>
    /// <param name="value">The bytes, which must not change until the task completes.</param>
    /// <param name="cancellationToken">A token that cancels the write, if the target supports that.</param>
    /// <returns><see langword="false"/> if the target accepts no more bytes, as with
    /// <see cref="DrainIfNeededAsync"/>.</returns>
    /// <exception cref="OperationCanceledException">The token was canceled. If it was canceled before the call, nothing
    /// was written; otherwise the document ends within the value, and the lease can only be ended.</exception>
    /// <exception cref="InvalidOperationException">The writer validates, and a value is not allowed here. Nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The lease has ended, or is the default value.</exception>
    /// <remarks>Await the task before using the lease or its writer again. Does not allocate unless the target has to
    /// be waited for.</remarks>
    public ValueTask<bool> WriteBase64ChunkedAsync(
        ReadOnlyMemory<byte> value, CancellationToken cancellationToken = default) =>
        WriteBase64ChunkedAsync(new ReadOnlySequence<byte>(value), cancellationToken);

    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(
        ReadOnlySequence<byte> value, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        return WritePiecesAsync(value, isBase64: true, cancellationToken);
    }

    /// <summary>Writes the rest of a stream as a base64 string in pieces, and drains to the target between them when
    /// needed.</summary>
    /// <param name="value">The stream to read asynchronously. It stays open.</param>
    /// <param name="cancellationToken">A token that cancels reading and writing, if the streams support that.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> does not support reading. Nothing was
    /// written.</exception>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(Stream value, CancellationToken cancellationToken = default)
    {
        JsonPieces.CheckSource(value);
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        return WritePiecesAsync(value, cancellationToken);
    }
}
