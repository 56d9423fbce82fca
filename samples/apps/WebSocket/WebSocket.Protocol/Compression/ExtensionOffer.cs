namespace WebSockets.Protocol.Compression;

/// <summary>An extension in a <c>Sec-WebSocket-Extensions</c> header: a name and parameters (RFC 6455, 9.1).</summary>
/// <param name="Name">The name.</param>
/// <param name="Parameters">The parameters in their order. A value is <see langword="null"/> if there is none.</param>
public sealed record ExtensionOffer(string Name, IReadOnlyList<KeyValuePair<string, string?>> Parameters)
{
    private const string Separators = "()<>@,;:\\\"/[]?={} \t";

    /// <summary>Reads the offers of a header, in the order in which the client prefers them.</summary>
    /// <param name="header">The value of the header.</param>
    /// <returns>The offers. Malformed offers are omitted.</returns>
    public static IEnumerable<ExtensionOffer> ReadAll(string header)
    {
        ArgumentNullException.ThrowIfNull(header);

        foreach (string offer in Split(header, ','))
        {
            if (TryRead(offer) is { } read)
                yield return read;
        }
    }

    private static ExtensionOffer? TryRead(string offer)
    {
        List<string> parts = [.. Split(offer, ';').Select(static part => part.Trim(' ', '\t'))];
        if (!IsToken(parts[0]))
            return null;

        var parameters = new List<KeyValuePair<string, string?>>();
        foreach (string part in parts.Skip(1))
        {
            int at = part.IndexOf('=', StringComparison.Ordinal);
            string name = (at < 0 ? part : part[..at]).Trim(' ', '\t');
            string? value = at < 0 ? null : Unquote(part[(at + 1)..].Trim(' ', '\t'));
            if (!IsToken(name) || (value is not null && !IsToken(value)))
                return null;

            parameters.Add(new(name, value));
        }

        return new ExtensionOffer(parts[0], parameters);
    }

    /// <summary>Splits a text at a character that is not quoted.</summary>
    private static IEnumerable<string> Split(string text, char separator)
    {
        bool isQuoted = false;
        int start = 0;
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == '\\' && isQuoted)
            {
                i++; // the next character, whichever it is
            }
            else if (text[i] == '"')
            {
                isQuoted = !isQuoted;
            }
            else if (text[i] == separator && !isQuoted)
            {
                yield return text[start..i];
                start = i + 1;
            }
        }

        yield return text[start..];
    }

    // A value in quotes is a token, too, after they are removed. No known extension has values with a backslash.
    private static string Unquote(string value) => value is ['"', .. var inner, '"'] ? inner : value;

    private static bool IsToken(string text) =>
        text.Length > 0 && text.All(static one => one is > ' ' and < '\x7F' && !Separators.Contains(one, StringComparison.Ordinal));
}
