using System.Globalization;
using System.Text;

namespace Pooling.Samples;

/// <summary>Describes the first difference between two outputs.</summary>
internal static class ByteDifference
{
    private const int Context = 24;

    /// <summary>Compares two outputs.</summary>
    /// <returns><see langword="null"/> if they are equal, otherwise one line with the first difference, its position, and the surrounding
    /// text.</returns>
    public static string? Describe(string expectedName, ReadOnlySpan<byte> expected, string actualName, ReadOnlySpan<byte> actual)
    {
        int at = expected.CommonPrefixLength(actual);
        return at == expected.Length && at == actual.Length
            ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{actualName} ({actual.Length:N0} bytes) differs from {expectedName} ({expected.Length:N0} bytes) at byte {at:N0}: "
                    + $"\"{Excerpt(actual, at)}\" instead of \"{Excerpt(expected, at)}\"");
    }

    private static string Excerpt(ReadOnlySpan<byte> bytes, int at)
    {
        int from = Math.Max(0, at - (Context / 2));
        int length = Math.Min(Context, bytes.Length - from);
        var text = new StringBuilder();
        foreach (byte value in bytes.Slice(from, length))
        {
            if (value is >= 0x20 and < 0x7f)
                text.Append((char)value);
            else
                text.Append(CultureInfo.InvariantCulture, $"\\x{value:x2}");
        }

        return text.Append(from + length < bytes.Length ? "..." : "").ToString();
    }
}
