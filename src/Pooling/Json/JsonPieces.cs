using System.Text.Json;

namespace Pooling.Json;

/// <summary>Divides large values into pieces.</summary>
internal static class JsonPieces
{
    // The largest piece for which the writer requests no more than 16 KB, whatever must be escaped: a character becomes
    // up to 6 characters of 3 bytes each,
    internal const int Chars = 896;

    // and 3 bytes become 4 in base64. A multiple of 3, so that no piece leaves a remainder for the next.
    internal const int Bytes = 6144;

    // Each byte of UTF-8 becomes up to 6 bytes.
    private const int Utf8Bytes = 2560;

    /// <summary>The maximum length of a piece in bytes.</summary>
    internal static int MaxBytes(bool isBase64) => isBase64 ? Bytes : Utf8Bytes;

    internal static void WriteWhole(Utf8JsonWriter writer, ReadOnlySpan<byte> value, bool isBase64)
    {
        if (isBase64)
            writer.WriteBase64StringValue(value);
        else
            writer.WriteStringValue(value);
    }

    internal static void Write(Utf8JsonWriter writer, ReadOnlySpan<byte> piece, bool isBase64, bool isLast)
    {
        if (isBase64)
            writer.WriteBase64StringSegment(piece, isLast);
        else
            writer.WriteStringValueSegment(piece, isLast);
    }

    // A count beyond what was requested would send the previous content of the pool's array, which may belong to
    // anyone.
    internal static int CheckedCount(int read)
    {
        if ((uint)read > Bytes)
        {
            Throw.InvalidOperation(
                $"The stream reported that it read {Quantity.Of(read, "byte")}, but {Bytes} were requested.");
        }

        return read;
    }

    internal static void CheckSource(Stream value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (!value.CanRead)
            Throw.Argument("The stream does not support reading.", nameof(value));
    }
}
