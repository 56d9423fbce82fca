using System.Buffers;
using System.Text.Json;

namespace Pooling.Json;

/// <content>Large binary values, in pieces.</content>
public readonly partial struct PooledUtf8JsonWriter
{
    /// <summary>Writes bytes as a base64 string in pieces that fit the lease's threshold. <see cref="Utf8JsonWriter"/>
    /// itself requests room for the whole string at once.</summary>
    /// <param name="value">The bytes.</param>
    /// <exception cref="InvalidOperationException">The writer validates, and a value is not allowed here. Nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    /// <remarks>The target is drained between the pieces. If a target or a source throws in the middle of a value, the
    /// document is lost, and the lease can only be disposed.</remarks>
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
    /// <exception cref="ArgumentException"><paramref name="value"/> does not support reading. Nothing was
    /// written.</exception>
    /// <inheritdoc cref="WriteBase64Chunked(ReadOnlySpan{byte})"/>
    public void WriteBase64Chunked(Stream value)
    {
        JsonPieces.CheckSource(value);
        WritePieces(value);
    }
}
