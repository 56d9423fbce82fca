using System.Globalization;
using System.Text;

namespace Pooling.GameServer.Protocol;

/// <summary>Checks whether names and chat texts may be shown to other players.</summary>
internal static class PlayerText
{
    // Letters of Latin Extended-A that stand for other letters, so that two names would look alike.
    private const string Ligatures = "\u0132\u0133\u013F\u0140\u0149";

    /// <summary>Checks a name.</summary>
    /// <remarks>Allows Latin letters as one character each, digits, and "-", "_", "." or single spaces between them. So two names look the
    /// same only if they differ in case: there are no combining marks, direction marks, invisible characters, or letters of other alphabets
    /// that look like Latin ones.</remarks>
    public static DisconnectReason CheckName(string name)
    {
        if (Encoding.UTF8.GetByteCount(name) is 0 or > ProtocolLimits.Name)
            return DisconnectReason.Malformed;

        char before = ' ';
        foreach (char next in name)
        {
            bool isSpace = next == ' ';
            if (isSpace ? before == ' ' : !IsOfNames(next))
                return DisconnectReason.BadText;

            before = next;
        }

        return before == ' ' ? DisconnectReason.BadText : DisconnectReason.None;
    }

    /// <summary>Returns the key by which names are unique.</summary>
    public static string KeyOf(string name) => name.ToUpperInvariant();

    /// <summary>Checks a chat text: no control characters, line breaks, direction marks or other invisible characters, except the joiners
    /// that scripts and emoji need.</summary>
    public static DisconnectReason CheckChat(string text)
    {
        if (Encoding.UTF8.GetByteCount(text) is 0 or > ProtocolLimits.ChatText)
            return DisconnectReason.Malformed;

        foreach (Rune rune in text.EnumerateRunes())
        {
            if (!IsOfChat(rune))
                return DisconnectReason.BadText;
        }

        return DisconnectReason.None;
    }

    private static bool IsOfNames(char next) =>
        char.IsAsciiLetterOrDigit(next)
        || next is '-' or '_' or '.'
        || (next is >= '\u00C0' and < '\u017F' and not '\u00D7' and not '\u00F7' && !Ligatures.Contains(next, StringComparison.Ordinal));

    private static bool IsOfChat(Rune rune) => Rune.GetUnicodeCategory(rune) switch
    {
        UnicodeCategory.Control or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator => false,
        UnicodeCategory.Format => rune.Value is 0x200C or 0x200D,
        UnicodeCategory.Surrogate or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned => false,
        _ => true,
    };
}
