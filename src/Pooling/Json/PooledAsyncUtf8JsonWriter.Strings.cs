using System.Buffers;
using System.Text.Json;

namespace Pooling.Json;

/// <content>Large strings, in pieces.</content>
public readonly partial struct PooledAsyncUtf8JsonWriter
{
    /// <summary>Writes a string value in pieces, and drains to the target between them when needed.
    /// <see cref="Utf8JsonWriter"/> itself requests three bytes for each character at once.</summary>
    /// <param name="value">The text, which must not change until the task completes. Surrogate pairs are never
    /// split.</param>
    /// <param name="cancellationToken">A token that cancels the write, if the target supports that.</param>
    /// <returns><see langword="false"/> if the target accepts no more bytes, as with
    /// <see cref="DrainIfNeededAsync"/>.</returns>
    /// <exception cref="OperationCanceledException">The token was canceled. If it was canceled before the call, nothing
    /// was written; otherwise the document ends within the value, and the lease can only be ended.</exception>
    /// <exception cref="InvalidOperationException">The writer validates, and a value is not allowed here. Nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The lease has ended, or is the default value.</exception>
    /// <remarks>
    /// <para>The output is the same as if the writer wrote the whole value, including its encoder and lone
    /// surrogates.</para>
    /// <para>Await the task before using the lease or its writer again. Does not allocate unless the target has to be
    /// waited for.</para>
    /// </remarks>
    public ValueTask<bool> WriteStringChunkedAsync(
        ReadOnlyMemory<char> value, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        if (value.Length <= JsonPieces.Chars)
        {
            Writer.WriteStringValue(value.Span);
            return DrainIfNeededAsync(cancellationToken);
        }

        Writer.WriteStringValueSegment(value.Span[..JsonPieces.Chars], isFinalSegment: false);
        return WriteRestAsync(value[JsonPieces.Chars..], cancellationToken);
    }

    /// <summary>Writes a UTF-8 string value in pieces, and drains to the target between them when needed.</summary>
    /// <param name="utf8Value">The text in UTF-8, which must not change until the task completes. A character can span
    /// two segments.</param>
    /// <param name="cancellationToken">A token that cancels the write, if the target supports that.</param>
    /// <inheritdoc cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/>
    public ValueTask<bool> WriteStringChunkedAsync(
        ReadOnlySequence<byte> utf8Value, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        return WritePiecesAsync(utf8Value, isBase64: false, cancellationToken);
    }
}
