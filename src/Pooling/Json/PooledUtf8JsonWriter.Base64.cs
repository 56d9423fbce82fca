using System.Buffers;

namespace Pooling.Json;

/// <content>Large values of bytes, in pieces.</content>
public readonly partial struct PooledUtf8JsonWriter
{
    /// <summary>Writes bytes as a string in base 64, in pieces that the lease's threshold holds, where
    /// <see cref="System.Text.Json.Utf8JsonWriter"/> asks for room for the whole string.</summary>
    /// <param name="value">The bytes.</param>
    /// <exception cref="InvalidOperationException">The writer validates, and no value may stand here. Nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    /// <remarks>A synchronous target is drained between the pieces, and an asynchronous one only by <see cref="DrainIfNeededAsync"/>: use
    /// <see cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/> for these. Where a target or a source throws half-way
    /// through a value, the document is lost, and the lease can only be disposed.</remarks>
    public void WriteBase64Chunked(ReadOnlySpan<byte> value)
    {
        if (value.Length <= BytesInAPiece)
        {
            Writer.WriteBase64StringValue(value);
            return;
        }

        Writer.WriteBase64StringSegment(value[..BytesInAPiece], isFinalSegment: false);
        try
        {
            for (value = value[BytesInAPiece..]; value.Length > BytesInAPiece; value = value[BytesInAPiece..])
                Writer.WriteBase64StringSegment(value[..BytesInAPiece], isFinalSegment: false);

            Writer.WriteBase64StringSegment(value, isFinalSegment: true);
        }
        catch
        {
            Abandon();
            throw;
        }
    }

    /// <summary>Writes a property whose value is bytes as a string in base 64, in pieces.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(string propertyName, ReadOnlySpan<byte> value)
    {
        Writer.WritePropertyName(propertyName);
        WriteBase64Chunked(value);
    }

    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(ReadOnlySequence<byte> value) => WritePieces(value, isBase64: true);

    /// <inheritdoc cref="WriteBase64Chunked(string, ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(string propertyName, ReadOnlySequence<byte> value)
    {
        Writer.WritePropertyName(propertyName);
        WriteBase64Chunked(value);
    }

    /// <summary>Writes what is left of a stream as a string in base 64, in pieces.</summary>
    /// <param name="value">The stream that the bytes are read from, synchronously. It stays open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> cannot be read. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(Stream value)
    {
        CheckSource(value);
        WritePieces(value);
    }

    /// <summary>Writes a property whose value is what is left of a stream as a string in base 64, in pieces.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The stream that the bytes are read from, synchronously. It stays open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> or <paramref name="value"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> cannot be read. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(string propertyName, Stream value)
    {
        CheckSource(value);
        Writer.WritePropertyName(propertyName);
        WritePieces(value);
    }

    /// <summary>Writes bytes as a string in base 64, in pieces, and drains to an asynchronous target between them when that is
    /// needed.</summary>
    /// <param name="value">The bytes, which must not change meanwhile.</param>
    /// <param name="cancellationToken">Cancels the write, as far as the target heeds it.</param>
    /// <returns><see langword="false"/> if the target takes no more, as with <see cref="DrainIfNeededAsync"/>.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled. If it was before the call, nothing happened; otherwise the
    /// document is lost, and the lease can only be disposed.</exception>
    /// <exception cref="InvalidOperationException">The writer validates, and no value may stand here. Nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    /// <remarks>Await it before anything else is done with the lease or its writer. Allocates nothing if the target never has to be waited
    /// for.</remarks>
    public ValueTask<bool> WriteBase64ChunkedAsync(ReadOnlyMemory<byte> value, CancellationToken cancellationToken = default) =>
        WritePiecesAsync(new ReadOnlySequence<byte>(value), isBase64: true, cancellationToken);

    /// <summary>Writes a property whose value is bytes as a string in base 64, in pieces, and drains to an asynchronous target between them
    /// when that is needed.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The bytes, which must not change meanwhile.</param>
    /// <param name="cancellationToken">Cancels the write, as far as the target heeds it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(string propertyName, ReadOnlyMemory<byte> value, CancellationToken cancellationToken = default) =>
        WriteBase64ChunkedAsync(propertyName, new ReadOnlySequence<byte>(value), cancellationToken);

    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(ReadOnlySequence<byte> value, CancellationToken cancellationToken = default) =>
        WritePiecesAsync(value, isBase64: true, cancellationToken);

    /// <inheritdoc cref="WriteBase64ChunkedAsync(string, ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(string propertyName, ReadOnlySequence<byte> value, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WriteBase64ChunkedAsync(value, cancellationToken);
    }

    /// <summary>Writes what is left of a stream as a string in base 64, in pieces, and drains to an asynchronous target between them when
    /// that is needed.</summary>
    /// <param name="value">The stream that the bytes are read from, asynchronously. It stays open.</param>
    /// <param name="cancellationToken">Cancels reading and writing, as far as the streams heed it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> cannot be read. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(Stream value, CancellationToken cancellationToken = default)
    {
        CheckSource(value);
        return cancellationToken.IsCancellationRequested
            ? new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken))
            : WritePiecesAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is what is left of a stream as a string in base 64, in pieces, and drains to an asynchronous
    /// target between them when that is needed.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The stream that the bytes are read from, asynchronously. It stays open.</param>
    /// <param name="cancellationToken">Cancels reading and writing, as far as the streams heed it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> or <paramref name="value"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> cannot be read. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(string propertyName, Stream value, CancellationToken cancellationToken = default)
    {
        CheckSource(value);
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WritePiecesAsync(value, cancellationToken);
    }

    private static void CheckSource(Stream value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (!value.CanRead)
            Throw.Argument("The stream cannot be read.", nameof(value));
    }
}
