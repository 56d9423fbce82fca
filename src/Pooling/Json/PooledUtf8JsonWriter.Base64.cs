using System.Buffers;
using System.Text.Json;

namespace Pooling.Json;

/// <content>Large binary values, in pieces.</content>
public readonly partial struct PooledUtf8JsonWriter
{
    /// <summary>Writes bytes as a base64 string in pieces that fit the lease's threshold. <see cref="Utf8JsonWriter"/> itself requests room
    /// for the whole string at once.</summary>
    /// <param name="value">The bytes.</param>
    /// <exception cref="InvalidOperationException">The writer validates, and a value is not allowed here. Nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    /// <remarks>The target is drained between the pieces. If a target or a source throws in the middle of a value, the document is lost,
    /// and the lease can only be disposed.</remarks>
    public void WriteBase64Chunked(ReadOnlySpan<byte> value)
    {
        if (value.Length <= JsonPieces.Bytes)
        {
            Writer.WriteBase64StringValue(value);
            return;
        }

        Writer.WriteBase64StringSegment(value[..JsonPieces.Bytes], isFinalSegment: false);
        try
        {
            for (value = value[JsonPieces.Bytes..]; value.Length > JsonPieces.Bytes; value = value[JsonPieces.Bytes..])
                Writer.WriteBase64StringSegment(value[..JsonPieces.Bytes], isFinalSegment: false);

            Writer.WriteBase64StringSegment(value, isFinalSegment: true);
        }
        catch
        {
            Abandon();
            throw;
        }
    }

    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(ReadOnlySequence<byte> value) => WritePieces(value, isBase64: true);

    /// <summary>Writes the rest of a stream as a base64 string in pieces.</summary>
    /// <param name="value">The stream to read synchronously. It stays open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> does not support reading. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(Stream value)
    {
        JsonPieces.CheckSource(value);
        WritePieces(value);
    }

    /// <summary>Writes a property with bytes as a base64 string, in pieces.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(string propertyName, ReadOnlySpan<byte> value)
    {
        Writer.WritePropertyName(propertyName);
        WriteBase64Chunked(value);
    }

    /// <summary>Writes a property with bytes as a base64 string, in pieces.</summary>
    /// <param name="utf8PropertyName">The name of the property in UTF-8.</param>
    /// <param name="value">The bytes.</param>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(ReadOnlySpan<byte> utf8PropertyName, ReadOnlySpan<byte> value)
    {
        Writer.WritePropertyName(utf8PropertyName);
        WriteBase64Chunked(value);
    }

    /// <summary>Writes a property with bytes as a base64 string, in pieces.</summary>
    /// <param name="propertyName">The pre-encoded name of the property.</param>
    /// <param name="value">The bytes.</param>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(JsonEncodedText propertyName, ReadOnlySpan<byte> value)
    {
        Writer.WritePropertyName(propertyName);
        WriteBase64Chunked(value);
    }

    /// <summary>Writes a property with bytes as a base64 string, in pieces.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(string propertyName, ReadOnlySequence<byte> value)
    {
        Writer.WritePropertyName(propertyName);
        WriteBase64Chunked(value);
    }

    /// <summary>Writes a property with bytes as a base64 string, in pieces.</summary>
    /// <param name="utf8PropertyName">The name of the property in UTF-8.</param>
    /// <param name="value">The bytes.</param>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(ReadOnlySpan<byte> utf8PropertyName, ReadOnlySequence<byte> value)
    {
        Writer.WritePropertyName(utf8PropertyName);
        WriteBase64Chunked(value);
    }

    /// <summary>Writes a property with bytes as a base64 string, in pieces.</summary>
    /// <param name="propertyName">The pre-encoded name of the property.</param>
    /// <param name="value">The bytes.</param>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(JsonEncodedText propertyName, ReadOnlySequence<byte> value)
    {
        Writer.WritePropertyName(propertyName);
        WriteBase64Chunked(value);
    }

    /// <summary>Writes a property with the rest of a stream as a base64 string, in pieces.</summary>
    /// <param name="propertyName">The name of the property.</param>
    /// <param name="value">The stream to read synchronously. It stays open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="propertyName"/> or <paramref name="value"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> does not support reading. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(string propertyName, Stream value)
    {
        JsonPieces.CheckSource(value);
        Writer.WritePropertyName(propertyName);
        WritePieces(value);
    }

    /// <summary>Writes a property with the rest of a stream as a base64 string, in pieces.</summary>
    /// <param name="utf8PropertyName">The name of the property in UTF-8.</param>
    /// <param name="value">The stream to read synchronously. It stays open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> does not support reading. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(ReadOnlySpan<byte> utf8PropertyName, Stream value)
    {
        JsonPieces.CheckSource(value);
        Writer.WritePropertyName(utf8PropertyName);
        WritePieces(value);
    }

    /// <summary>Writes a property with the rest of a stream as a base64 string, in pieces.</summary>
    /// <param name="propertyName">The pre-encoded name of the property.</param>
    /// <param name="value">The stream to read synchronously. It stays open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> does not support reading. Nothing was written.</exception>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(JsonEncodedText propertyName, Stream value)
    {
        JsonPieces.CheckSource(value);
        Writer.WritePropertyName(propertyName);
        WritePieces(value);
    }
}
