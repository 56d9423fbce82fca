using System.Buffers;
using System.Text.Json;

namespace Pooling.Json;

/// <content>Large strings, in pieces.</content>
public readonly partial struct PooledUtf8JsonWriter
{
    /// <summary>Writes a string value in pieces that fit the lease's threshold. <see cref="Utf8JsonWriter"/> itself
    /// requests three bytes for each character at once.</summary>
    /// <param name="value">The text. Surrogate pairs are never split.</param>
    /// <exception cref="InvalidOperationException">The writer validates, and a value is not allowed here. Nothing was
    /// written.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    /// <remarks>
    /// <para>The output is the same as if the writer wrote the whole value, including its encoder and lone
    /// surrogates.</para>
    /// <para>The target is drained between the pieces. If a target, an encoder or a source throws in the middle of a
    /// value, the document is lost, unless its start has reached the target, and the lease can only be
    /// disposed.</para>
    /// </remarks>
    public void WriteStringChunked(ReadOnlySpan<char> value)
    {
        if (value.Length <= JsonPieces.Chars)
        {
            Writer.WriteStringValue(value);
            return;
        }

        Writer.WriteStringValueSegment(value[..JsonPieces.Chars], isFinalSegment: false);
        try
        {
            for (value = value[JsonPieces.Chars..]; value.Length > JsonPieces.Chars; value = value[JsonPieces.Chars..])
                Writer.WriteStringValueSegment(value[..JsonPieces.Chars], isFinalSegment: false);

            Writer.WriteStringValueSegment(value, isFinalSegment: true);
        }
        catch
        {
            Abandon();
            throw;
        }
    }

    /// <summary>Writes a string value in pieces, or a JSON null.</summary>
    /// <param name="value">The text; <see langword="null"/> writes <c>null</c>, as the writer itself does.</param>
    /// <inheritdoc cref="WriteStringChunked(ReadOnlySpan{char})"/>
    public void WriteStringChunked(string? value)
    {
        if (value is null)
            Writer.WriteNullValue();
        else
            WriteStringChunked(value.AsSpan());
    }

    /// <summary>Writes a UTF-8 string value in pieces.</summary>
    /// <param name="utf8Value">The text in UTF-8. A character can span two segments.</param>
    /// <inheritdoc cref="WriteStringChunked(ReadOnlySpan{char})"/>
    public void WriteStringChunked(ReadOnlySequence<byte> utf8Value) => WritePieces(utf8Value, isBase64: false);
}
