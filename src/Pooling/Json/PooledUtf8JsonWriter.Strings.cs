using System.Buffers;

namespace Pooling.Json;

/// <content>Large strings, in pieces.</content>
public readonly partial struct PooledUtf8JsonWriter
{
    /// <summary>Writes a string value in pieces that the lease's threshold holds, where <see cref="System.Text.Json.Utf8JsonWriter"/> asks
    /// for three bytes for each character at once.</summary>
    /// <param name="value">The text; a surrogate pair counts as one character wherever it stands.</param>
    /// <exception cref="InvalidOperationException">The writer validates, and no value may stand here. Nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    /// <remarks>
    /// <para>The bytes are those that the writer gives for the whole value, its encoder and lone surrogates included.</para>
    /// <para>A synchronous target is drained between the pieces, and an asynchronous one only by <see cref="DrainIfNeededAsync"/>: use
    /// <see cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/> for these. Where a target, an encoder or a source
    /// throws half-way through a value, the document is lost, and the lease can only be disposed.</para>
    /// </remarks>
    public void WriteStringChunked(ReadOnlySpan<char> value)
    {
        if (value.Length <= CharsInAPiece)
        {
            Writer.WriteStringValue(value);
            return;
        }

        Writer.WriteStringValueSegment(value[..CharsInAPiece], isFinalSegment: false);
        try
        {
            for (value = value[CharsInAPiece..]; value.Length > CharsInAPiece; value = value[CharsInAPiece..])
                Writer.WriteStringValueSegment(value[..CharsInAPiece], isFinalSegment: false);

            Writer.WriteStringValueSegment(value, isFinalSegment: true);
        }
        catch
        {
            Abandon();
            throw;
        }
    }

    /// <summary>Writes a property whose value is a string, in pieces.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The text; a surrogate pair counts as one character wherever it stands.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteStringChunked(ReadOnlySpan{char})"/>
    public void WriteStringChunked(string propertyName, ReadOnlySpan<char> value)
    {
        Writer.WritePropertyName(propertyName);
        WriteStringChunked(value);
    }

    /// <param name="utf8Value">The text in UTF-8; a character may begin in one segment and end in the next.</param>
    /// <inheritdoc cref="WriteStringChunked(ReadOnlySpan{char})"/>
    public void WriteStringChunked(ReadOnlySequence<byte> utf8Value) => WritePieces(utf8Value, isBase64: false);

    /// <summary>Writes a property whose value is a string, in pieces.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="utf8Value">The text in UTF-8; a character may begin in one segment and end in the next.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteStringChunked(ReadOnlySpan{char})"/>
    public void WriteStringChunked(string propertyName, ReadOnlySequence<byte> utf8Value)
    {
        Writer.WritePropertyName(propertyName);
        WriteStringChunked(utf8Value);
    }

    /// <summary>Writes a string value in pieces, and drains to an asynchronous target between them when that is needed.</summary>
    /// <param name="value">The text, which must not change meanwhile; a surrogate pair counts as one character wherever it stands.</param>
    /// <param name="cancellationToken">Cancels the write, as far as the target heeds it.</param>
    /// <returns><see langword="false"/> if the target takes no more, as with <see cref="DrainIfNeededAsync"/>.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled. If it was before the call, nothing happened; otherwise the
    /// document is lost, and the lease can only be disposed.</exception>
    /// <exception cref="InvalidOperationException">The writer validates, and no value may stand here. Nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    /// <remarks>Await it before anything else is done with the lease or its writer. Allocates nothing if the target never has to be waited
    /// for.</remarks>
    public ValueTask<bool> WriteStringChunkedAsync(ReadOnlyMemory<char> value, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        if (value.Length <= CharsInAPiece)
        {
            Writer.WriteStringValue(value.Span);
            return DrainIfNeededAsync(cancellationToken);
        }

        Writer.WriteStringValueSegment(value.Span[..CharsInAPiece], isFinalSegment: false);
        return WriteRestAsync(value[CharsInAPiece..], cancellationToken);
    }

    /// <summary>Writes a property whose value is a string, in pieces, and drains to an asynchronous target between them when that is
    /// needed.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The text, which must not change meanwhile; a surrogate pair counts as one character wherever it stands.</param>
    /// <param name="cancellationToken">Cancels the write, as far as the target heeds it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/>
    public ValueTask<bool> WriteStringChunkedAsync(string propertyName, ReadOnlyMemory<char> value, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WriteStringChunkedAsync(value, cancellationToken);
    }

    /// <param name="utf8Value">The text in UTF-8, which must not change meanwhile; a character may begin in one segment and end in the
    /// next.</param>
    /// <param name="cancellationToken">Cancels the write, as far as the target heeds it.</param>
    /// <inheritdoc cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/>
    public ValueTask<bool> WriteStringChunkedAsync(ReadOnlySequence<byte> utf8Value, CancellationToken cancellationToken = default) =>
        WritePiecesAsync(utf8Value, isBase64: false, cancellationToken);

    /// <summary>Writes a property whose value is a string, in pieces, and drains to an asynchronous target between them when that is
    /// needed.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="utf8Value">The text in UTF-8, which must not change meanwhile; a character may begin in one segment and end in the
    /// next.</param>
    /// <param name="cancellationToken">Cancels the write, as far as the target heeds it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteStringChunkedAsync(ReadOnlyMemory{char}, CancellationToken)"/>
    public ValueTask<bool> WriteStringChunkedAsync(string propertyName, ReadOnlySequence<byte> utf8Value, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WriteStringChunkedAsync(utf8Value, cancellationToken);
    }

    private async ValueTask<bool> WriteRestAsync(ReadOnlyMemory<char> rest, CancellationToken cancellationToken)
    {
        try
        {
            while (rest.Length > CharsInAPiece && await DrainIfNeededAsync(cancellationToken).ConfigureAwait(false))
            {
                Writer.WriteStringValueSegment(rest.Span[..CharsInAPiece], isFinalSegment: false);
                rest = rest[CharsInAPiece..];
            }

            // What a target that takes no more does not get may be left out.
            Writer.WriteStringValueSegment(rest.Span[..Math.Min(rest.Length, CharsInAPiece)], isFinalSegment: true);
        }
        catch
        {
            Abandon();
            throw;
        }

        return await DrainIfNeededAsync(cancellationToken).ConfigureAwait(false);
    }
}
