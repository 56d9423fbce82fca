using System.Buffers;
using System.Text.Json;

namespace Pooling.Json;

/// <content>Large values of bytes, in pieces.</content>
public readonly partial struct PooledAsyncUtf8JsonWriter
{
    /// <summary>Writes bytes as a string in base 64, in pieces, and drains to the target between them when that is needed, where
    /// <see cref="Utf8JsonWriter"/> asks for room for the whole string.</summary>
    /// <param name="value">The bytes, which must not change meanwhile.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <returns><see langword="false"/> if the target takes no more, as with <see cref="DrainIfNeededAsync"/>.</returns>
    /// <exception cref="OperationCanceledException">The token was canceled. If it was before the call, nothing happened; otherwise the
    /// document ends within the value, and the lease can only be ended.</exception>
    /// <exception cref="InvalidOperationException">The writer validates, and no value may stand here. Nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The lease has ended, or is the default value.</exception>
    /// <remarks>Await it before anything else is done with the lease or its writer. Allocates nothing if the target never has to be waited
    /// for.</remarks>
    public ValueTask<bool> WriteBase64ChunkedAsync(ReadOnlyMemory<byte> value, CancellationToken cancellationToken = default) =>
        WriteBase64ChunkedAsync(new ReadOnlySequence<byte>(value), cancellationToken);

    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(ReadOnlySequence<byte> value, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        return WritePiecesAsync(value, isBase64: true, cancellationToken);
    }

    /// <summary>Writes what is left of a stream as a string in base 64, in pieces, and drains to the target between them when that is
    /// needed.</summary>
    /// <param name="value">The stream that the bytes are read from, asynchronously. It stays open.</param>
    /// <param name="cancellationToken">The token that cancels reading and writing, as far as the streams heed it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> cannot be read. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(Stream value, CancellationToken cancellationToken = default)
    {
        JsonPieces.CheckSource(value);
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        return WritePiecesAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is bytes as a string in base 64, in pieces, and drains to the target between
    /// them when that is needed.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The bytes, which must not change meanwhile.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(
        string propertyName,
        ReadOnlyMemory<byte> value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WriteBase64ChunkedAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is bytes as a string in base 64, in pieces, and drains to the target between
    /// them when that is needed.</summary>
    /// <param name="utf8PropertyName">The name of the property, in UTF-8.</param>
    /// <param name="value">The bytes, which must not change meanwhile.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(
        ReadOnlySpan<byte> utf8PropertyName,
        ReadOnlyMemory<byte> value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(utf8PropertyName);
        return WriteBase64ChunkedAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is bytes as a string in base 64, in pieces, and drains to the target between
    /// them when that is needed.</summary>
    /// <param name="propertyName">The name of the property, encoded before.</param>
    /// <param name="value">The bytes, which must not change meanwhile.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(
        JsonEncodedText propertyName,
        ReadOnlyMemory<byte> value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WriteBase64ChunkedAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is bytes as a string in base 64, in pieces, and drains to the target between
    /// them when that is needed.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The bytes, which must not change meanwhile.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(
        string propertyName,
        ReadOnlySequence<byte> value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WriteBase64ChunkedAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is bytes as a string in base 64, in pieces, and drains to the target between
    /// them when that is needed.</summary>
    /// <param name="utf8PropertyName">The name of the property, in UTF-8.</param>
    /// <param name="value">The bytes, which must not change meanwhile.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(
        ReadOnlySpan<byte> utf8PropertyName,
        ReadOnlySequence<byte> value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(utf8PropertyName);
        return WriteBase64ChunkedAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is bytes as a string in base 64, in pieces, and drains to the target between
    /// them when that is needed.</summary>
    /// <param name="propertyName">The name of the property, encoded before.</param>
    /// <param name="value">The bytes, which must not change meanwhile.</param>
    /// <param name="cancellationToken">The token that cancels the write, as far as the target heeds it.</param>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(
        JsonEncodedText propertyName,
        ReadOnlySequence<byte> value,
        CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WriteBase64ChunkedAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is what is left of a stream as a string in base 64, in pieces, and drains to the target
    /// between them when that is needed.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The stream that the bytes are read from, asynchronously. It stays open.</param>
    /// <param name="cancellationToken">The token that cancels reading and writing, as far as the streams heed it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> or <paramref name="value"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> cannot be read. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(string propertyName, Stream value, CancellationToken cancellationToken = default)
    {
        JsonPieces.CheckSource(value);
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WritePiecesAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is what is left of a stream as a string in base 64, in pieces, and drains to the target
    /// between them when that is needed.</summary>
    /// <param name="utf8PropertyName">The name of the property, in UTF-8.</param>
    /// <param name="value">The stream that the bytes are read from, asynchronously. It stays open.</param>
    /// <param name="cancellationToken">The token that cancels reading and writing, as far as the streams heed it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> cannot be read. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(
        ReadOnlySpan<byte> utf8PropertyName,
        Stream value,
        CancellationToken cancellationToken = default)
    {
        JsonPieces.CheckSource(value);
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(utf8PropertyName);
        return WritePiecesAsync(value, cancellationToken);
    }

    /// <summary>Writes a property whose value is what is left of a stream as a string in base 64, in pieces, and drains to the target
    /// between them when that is needed.</summary>
    /// <param name="propertyName">The name of the property, encoded before.</param>
    /// <param name="value">The stream that the bytes are read from, asynchronously. It stays open.</param>
    /// <param name="cancellationToken">The token that cancels reading and writing, as far as the streams heed it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> cannot be read. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64ChunkedAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    public ValueTask<bool> WriteBase64ChunkedAsync(
        JsonEncodedText propertyName,
        Stream value,
        CancellationToken cancellationToken = default)
    {
        JsonPieces.CheckSource(value);
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        Writer.WritePropertyName(propertyName);
        return WritePiecesAsync(value, cancellationToken);
    }
}
