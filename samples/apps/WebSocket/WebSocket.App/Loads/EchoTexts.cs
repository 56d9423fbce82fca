using System.Globalization;
using System.Text;

namespace WebSockets.App.Loads;

/// <summary>The texts that are sent and returned, created before the measurement. All clients are given the same strings, and each echo is
/// compared completely.</summary>
internal sealed class EchoTexts
{
    /// <summary>The number of texts. The socket with number s begins with text s, so that an echo for another socket is detected.</summary>
    public const int Count = 61;

    /// <summary>The minimum number of characters of a text.</summary>
    public const int MinSize = 8;

    private readonly string[] _texts = new string[Count];
    private readonly byte[][] _bytes = new byte[Count][];

    /// <param name="size">The number of characters of a text, which equals the number of bytes.</param>
    public EchoTexts(int size)
    {
        for (int number = 0; number < Count; number++)
        {
            var text = new StringBuilder(size).Append(CultureInfo.InvariantCulture, $"{number:00}:");
            for (int i = 0; text.Length < size; i++)
                text.Append((char)('a' + ((number + i) % 26)));

            _texts[number] = text.ToString();
            _bytes[number] = Encoding.UTF8.GetBytes(_texts[number]);
        }
    }

    /// <summary>Gets the text with a number.</summary>
    public string this[int number] => _texts[number];

    /// <summary>Whether bytes are the text with a number.</summary>
    public bool IsText(int number, ReadOnlySpan<byte> utf8) => utf8.SequenceEqual(_bytes[number]);

    /// <summary>Whether a string is the text with a number.</summary>
    public bool IsText(int number, string? text) => string.Equals(text, _texts[number], StringComparison.Ordinal);
}
