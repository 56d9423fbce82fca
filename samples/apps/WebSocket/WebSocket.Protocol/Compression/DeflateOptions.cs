namespace WebSockets.Protocol.Compression;

/// <summary>The options of a server for <c>permessage-deflate</c> (RFC 7692).</summary>
public sealed record DeflateOptions
{
    /// <summary>The maximum bits of a window, which also apply if neither end requests fewer.</summary>
    public const int MaxWindowBits = 15;

    /// <summary>The minimum bits of a window with which .NET can compress. RFC 7692 allows one less.</summary>
    public const int MinWindowBits = 9;

    /// <summary>Gets whether compression is accepted. Disable it for messages that combine secrets with data that others choose, because
    /// the lengths of compressed messages reveal the secrets.</summary>
    public bool IsEnabled { get; init; } = true;

    /// <summary>Gets whether messages to a client may refer to earlier ones, unless the client requests the opposite. They are shorter, but
    /// no two clients receive the same bytes. Each message is compressed for each client, by a deflater that exists as long as the
    /// connection.</summary>
    public bool ServerContextTakeover { get; init; }

    /// <summary>Gets whether messages of a client may refer to earlier ones, unless the client declares that they do not. Such a client has
    /// an inflater as long as it is connected. With <see langword="false"/>, every client is requested not to do so. Some clients do not
    /// comply: those of Tornado fail with their second message.</summary>
    public bool ClientContextTakeover { get; init; } = true;

    /// <summary>Gets the maximum bits of the window of messages to clients, 9 to 15.</summary>
    public int ServerMaxWindowBits
    {
        get;
        init => field = Checked(value, nameof(ServerMaxWindowBits));
    } = MaxWindowBits;

    /// <summary>Gets the maximum bits of the window of messages of clients that support the parameter, 9 to 15.</summary>
    public int ClientMaxWindowBits
    {
        get;
        init => field = Checked(value, nameof(ClientMaxWindowBits));
    } = MaxWindowBits;

    /// <summary>Gets the minimum size in bytes of a compressed message. Shorter messages gain little.</summary>
    public int MinLength
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MinLength));
            field = value;
        }
    } = 128;

    private static int Checked(int value, string name)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(value, MinWindowBits, name);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(value, MaxWindowBits, name);
        return value;
    }
}
