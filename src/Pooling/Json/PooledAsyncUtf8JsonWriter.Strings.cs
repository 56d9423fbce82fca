using System.Buffers;
using System.Text.Json;

namespace Pooling.Json;

/// <content>Large strings, in pieces.</content>
public readonly partial struct PooledAsyncUtf8JsonWriter
{
    /// <summary>Writes a string value in pieces, and drains to the target between them when that is needed, where
    /// <see cref="Utf8JsonWriter"/> asks for three bytes for each character at once.</summary>
    /// <param name="value">The text, which must not change meanwhile; a surrogate pair counts as one character wherever it stands.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <returns><see langword="false"/> if the target takes no more, as with <see cref="DrainIfNeededAsync"/>.</returns>
    /// <exception cref="OperationCanceledException">The token was canceled. If it was before the call, nothing happened; otherwise the
    /// document ends within the value, and the lease can only be ended.</exception>
    /// <exception cref="InvalidOperationException">The writer validates, and no value may stand here. Nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The lease has ended, or is the default value.</exception>
    /// <remarks>
    /// <para>The bytes are those that the writer gives for the whole value, its encoder and lone surrogates included.</para>
    /// <para>Await it before anything else is done with the lease or its writer. Allocates nothing if the target never has to be waited
    /// for.</para>
    /// </remarks>
    public ValueTask<bool> WriteStringChunkedAsync(ReadOnlyMemory<char> value, CancellationToken cancellationToken = default)
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

    /// <summary>Writes a string value of UTF-8 in pieces, and drains to the target between them when that is needed.</summary>
    /// <param name="utf8Value">The text in UTF-8, which must not change meanwhile; a character may begin in one segment and end in the
    /// next.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <inheritdoc cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/>
    public ValueTask<bool> WriteStringChunkedAsync(ReadOnlySequence<byte> utf8Value, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        return WritePiecesAsync(utf8Value, isBase64: false, cancellationToken);
    }

    /// <summary>Writes a property whose value is a string, in pieces, and drains to the target between them when that is needed.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The text, which must not change meanwhile; a surrogate pair counts as one character wherever it stands.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/>
    public ValueTask<bool> WriteStringChunkedAsync(
        string propertyName,
        ReadOnlyMemory<char> value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WriteStringChunkedAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is a string, in pieces, and drains to the target between them when that is needed.</summary>
    /// <param name="utf8PropertyName">The name of the property, in UTF-8.</param>
    /// <param name="value">The text, which must not change meanwhile; a surrogate pair counts as one character wherever it stands.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <inheritdoc cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/>
    public ValueTask<bool> WriteStringChunkedAsync(
        ReadOnlySpan<byte> utf8PropertyName,
        ReadOnlyMemory<char> value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(utf8PropertyName);
        return WriteStringChunkedAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is a string, in pieces, and drains to the target between them when that is needed.</summary>
    /// <param name="propertyName">The name of the property, encoded before.</param>
    /// <param name="value">The text, which must not change meanwhile; a surrogate pair counts as one character wherever it stands.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <inheritdoc cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/>
    public ValueTask<bool> WriteStringChunkedAsync(
        JsonEncodedText propertyName,
        ReadOnlyMemory<char> value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WriteStringChunkedAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is a string, in pieces, and drains to the target between them when that is needed.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="utf8Value">The text in UTF-8, which must not change meanwhile; a character may begin in one segment and end in the
    /// next.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/>
    public ValueTask<bool> WriteStringChunkedAsync(
        string propertyName,
        ReadOnlySequence<byte> utf8Value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WriteStringChunkedAsync(utf8Value, cancellationToken);
    }

    /// <summary>Writes a property whose value is a string, in pieces, and drains to the target between them when that is needed.</summary>
    /// <param name="utf8PropertyName">The name of the property, in UTF-8.</param>
    /// <param name="utf8Value">The text in UTF-8, which must not change meanwhile; a character may begin in one segment and end in the
    /// next.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <inheritdoc cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/>
    public ValueTask<bool> WriteStringChunkedAsync(
        ReadOnlySpan<byte> utf8PropertyName,
        ReadOnlySequence<byte> utf8Value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(utf8PropertyName);
        return WriteStringChunkedAsync(utf8Value, cancellationToken);
    }

    /// <summary>Writes a property whose value is a string, in pieces, and drains to the target between them when that is needed.</summary>
    /// <param name="propertyName">The name of the property, encoded before.</param>
    /// <param name="utf8Value">The text in UTF-8, which must not change meanwhile; a character may begin in one segment and end in the
    /// next.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <inheritdoc cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/>
    public ValueTask<bool> WriteStringChunkedAsync(
        JsonEncodedText propertyName,
        ReadOnlySequence<byte> utf8Value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WriteStringChunkedAsync(utf8Value, cancellationToken);
    }
}
