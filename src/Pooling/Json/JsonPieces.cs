using System.Text.Json;

namespace Pooling.Json;

/// <summary>How large values are cut into pieces.</summary>
internal static class JsonPieces
{
    // The most of which the writer asks for no more than 16 KB, whatever must be escaped: 3 bytes for each of up to 6 characters that one
    // becomes,
    internal const int Chars = 896;

    // and 4 for 3 bytes. A multiple of 3, so that no piece leaves a rest to the next.
    internal const int Bytes = 6144;

    // Up to 6 for each byte of UTF-8.
    private const int Utf8Bytes = 2560;

    /// <summary>The most bytes of a piece.</summary>
    internal static int MostBytes(bool isBase64) => isBase64 ? Bytes : Utf8Bytes;

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

    // A count beyond what was asked for would send what the array pool left behind it, which may be anybody's.
    internal static int CheckedCount(int read)
    {
        if ((uint)read > Bytes)
            Throw.InvalidOperation($"The stream says that it read {read} bytes where {Bytes} were asked for.");

        return read;
    }

    internal static void CheckSource(Stream value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (!value.CanRead)
            Throw.Argument("The stream cannot be read.", nameof(value));
    }
}
