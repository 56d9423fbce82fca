using System.Globalization;
using System.Text;

namespace WebSockets.App.Loads;

/// <summary>The texts that are sent and come back, made before anything is measured: both clients are given the same strings, and what
/// comes back is compared whole.</summary>
internal sealed class EchoTexts
{
    /// <summary>How many there are. The socket with number s begins with text s, so that an echo of another one shows.</summary>
    public const int Count = 61;

    /// <summary>The least characters of a text.</summary>
    public const int LeastSize = 8;

    private readonly string[] _texts = new string[Count];
    private readonly byte[][] _bytes = new byte[Count][];

    /// <param name="size">The characters of a text, which are as many bytes.</param>
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

    /// <summary>The text of a number.</summary>
    public string this[int number] => _texts[number];

    /// <summary>Whether bytes are the text of a number.</summary>
    public bool IsText(int number, ReadOnlySpan<byte> utf8) => utf8.SequenceEqual(_bytes[number]);

    /// <summary>Whether a string is the text of a number.</summary>
    public bool IsText(int number, string? text) => string.Equals(text, _texts[number], StringComparison.Ordinal);
}
