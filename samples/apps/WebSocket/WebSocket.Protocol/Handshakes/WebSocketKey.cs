using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text;

namespace WebSockets.Protocol.Handshakes;

/// <summary>Creates the key of a handshake, and the response to it (RFC 6455, 4.2.2).</summary>
public static class WebSocketKey
{
    private const int Size = 16;
    private const int Characters = 24;

    private static ReadOnlySpan<byte> Suffix => "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"u8;

    /// <summary>Creates a random key.</summary>
    public static string Create()
    {
        Span<byte> bytes = stackalloc byte[Size];
        RandomNumberGenerator.Fill(bytes);
        return Convert.ToBase64String(bytes);
    }

    /// <summary>Returns whether a client may send this key: 16 bytes in Base64, without spaces.</summary>
    public static bool IsValid([NotNullWhen(true)] string? key)
    {
        Span<byte> bytes = stackalloc byte[Size + 2];
        return key is { Length: Characters } && !key.AsSpan().ContainsAny(" \t\r\n")
            && Convert.TryFromBase64Chars(key, bytes, out int written) && written == Size;
    }

    /// <summary>Returns the server's response to a key.</summary>
    [SuppressMessage("Security", "CA5350", Justification = "RFC 6455 asks for SHA-1; nothing is kept secret by it.")]
    public static string Accept(string key)
    {
        ArgumentNullException.ThrowIfNull(key);

        Span<byte> text = stackalloc byte[Characters + Suffix.Length];
        int length = Encoding.ASCII.GetBytes(key, text);
        Suffix.CopyTo(text[length..]);
        Span<byte> hash = stackalloc byte[SHA1.HashSizeInBytes];
        SHA1.HashData(text[..(length + Suffix.Length)], hash);
        return Convert.ToBase64String(hash);
    }
}
