using System.Globalization;
using System.Text;

namespace WebSockets.Protocol.Compression;

/// <summary>The server's part in negotiating <c>permessage-deflate</c> (RFC 7692, 5 and 7.1).</summary>
public static class DeflateNegotiation
{
    private const string Extension = "permessage-deflate";
    private const string ServerNoContext = "server_no_context_takeover";
    private const string ClientNoContext = "client_no_context_takeover";
    private const string ServerBits = "server_max_window_bits";
    private const string ClientBits = "client_max_window_bits";
    private const int MinBitsOfRfc = 8;

    /// <summary>Accepts the first acceptable offer.</summary>
    /// <param name="header">The value of the client's header <c>Sec-WebSocket-Extensions</c>.</param>
    /// <param name="options">The options of the server.</param>
    /// <param name="mayKeep">Returns whether there is memory for such a connection; if not, the offer is declined.</param>
    /// <param name="answer">The value of the server's header; empty if the extension is declined.</param>
    /// <returns>The negotiated settings; <see langword="null"/> for no compression.</returns>
    public static DeflateSettings? Accept(
        string header, DeflateOptions options, Func<DeflateSettings, bool> mayKeep, out string answer)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(mayKeep);

        answer = "";
        if (!options.IsEnabled || string.IsNullOrEmpty(header))
            return null;

        foreach (ExtensionOffer offer in ExtensionOffer.ReadAll(header))
        {
            if (TryAccept(offer, options, out bool isServerAsked, out bool isClientTold) is not { } settings || !mayKeep(settings))
                continue;

            answer = Answer(settings, isServerAsked, isClientTold);
            return settings;
        }

        return null;
    }

    private static DeflateSettings? TryAccept(
        ExtensionOffer offer, DeflateOptions options, out bool isServerAsked, out bool isClientTold)
    {
        isServerAsked = isClientTold = false;
        if (!string.Equals(offer.Name, Extension, StringComparison.OrdinalIgnoreCase))
            return null;

        var seen = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var settings = new DeflateSettings(
            options.ServerContextTakeover, options.ClientContextTakeover, options.ServerMaxWindowBits, DeflateOptions.MaxWindowBits);
        foreach ((string name, string? value) in offer.Parameters)
        {
            if (!seen.Add(name) || Apply(settings, name, value, options) is not { } next)
                return null;

            settings = next;
        }

        // A client that requests a window must be sent one. A client that did not send its own parameter must not be sent it.
        isServerAsked = seen.Contains(ServerBits);
        isClientTold = seen.Contains(ClientBits) && settings.ClientWindowBits < DeflateOptions.MaxWindowBits;
        return settings;
    }

    /// <returns><see langword="null"/> if the parameter is unknown or invalid, or requests an unsupported value.</returns>
    private static DeflateSettings? Apply(DeflateSettings settings, string name, string? value, DeflateOptions options)
    {
        switch (name.ToLowerInvariant())
        {
            case ServerNoContext when value is null:
                return settings with { ServerContextTakeover = false };

            case ClientNoContext when value is null:
                return settings with { ClientContextTakeover = false };

            case ServerBits when BitsOf(value) is >= DeflateOptions.MinWindowBits and var bits:
                return settings with { ServerWindowBits = Math.Min(bits, settings.ServerWindowBits) };

            case ClientBits when value is null:
                return settings with { ClientWindowBits = options.ClientMaxWindowBits };

            case ClientBits when BitsOf(value) is > 0 and var bits: // the longest window can receive messages of any window
                return settings with { ClientWindowBits = Math.Min(bits, options.ClientMaxWindowBits) };

            default:
                return null;
        }
    }

    /// <summary>Parses window bits from 8 to 15, without a leading zero; 0 for anything else.</summary>
    private static int BitsOf(string? value)
    {
        bool isNumber = value is [>= '1' and <= '9'] or [>= '1' and <= '9', >= '0' and <= '9'];
        int bits = isNumber ? int.Parse(value!, CultureInfo.InvariantCulture) : 0;
        return bits is >= MinBitsOfRfc and <= DeflateOptions.MaxWindowBits ? bits : 0;
    }

    private static string Answer(DeflateSettings settings, bool isServerAsked, bool isClientTold)
    {
        var answer = new StringBuilder(Extension);
        if (!settings.ServerContextTakeover)
            answer.Append("; ").Append(ServerNoContext);

        if (!settings.ClientContextTakeover)
            answer.Append("; ").Append(ClientNoContext);

        if (isServerAsked || settings.ServerWindowBits < DeflateOptions.MaxWindowBits)
            answer.Append(CultureInfo.InvariantCulture, $"; {ServerBits}={settings.ServerWindowBits}");

        if (isClientTold)
            answer.Append(CultureInfo.InvariantCulture, $"; {ClientBits}={settings.ClientWindowBits}");

        return answer.ToString();
    }
}
