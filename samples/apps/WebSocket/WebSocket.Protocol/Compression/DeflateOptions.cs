namespace WebSockets.Protocol.Compression;

/// <summary>What a server agrees to when a client offers <c>permessage-deflate</c> (RFC 7692).</summary>
public sealed record DeflateOptions
{
    /// <summary>The most bits of a window, and the bits where nobody asks for fewer.</summary>
    public const int MostWindowBits = 15;

    /// <summary>The fewest bits that .NET can compress with; RFC 7692 has one less.</summary>
    public const int LeastWindowBits = 9;

    /// <summary>Whether it is agreed to at all. Without it nothing is compressed, which is right for messages that mix what is secret with
    /// what others choose: their lengths tell of it.</summary>
    public bool IsEnabled { get; init; } = true;

    /// <summary>Whether messages to a client may refer to those before, if it does not ask for the opposite. They are shorter, and no two
    /// clients get the same bytes: each message is compressed for each of them, by a deflater that each has for as long as it is connected.
    /// </summary>
    public bool ServerContextTakeover { get; init; }

    /// <summary>Whether messages of a client may refer to those before, if it does not say that they do not. Such a client has an inflater
    /// for as long as it is connected. With <see langword="false"/> every client is asked to do without, and some do not obey: those of
    /// Tornado fail with their second message.</summary>
    public bool ClientContextTakeover { get; init; } = true;

    /// <summary>The most bits of the window of messages to clients, 9 to 15.</summary>
    public int ServerMaxWindowBits
    {
        get;
        init => field = Checked(value, nameof(ServerMaxWindowBits));
    } = MostWindowBits;

    /// <summary>The most bits of the window of messages of clients that can be told so, 9 to 15.</summary>
    public int ClientMaxWindowBits
    {
        get;
        init => field = Checked(value, nameof(ClientMaxWindowBits));
    } = MostWindowBits;

    /// <summary>The bytes from which on a message is compressed: a shorter one gains little.</summary>
    public int LeastLength
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(LeastLength));
            field = value;
        }
    } = 128;

    private static int Checked(int value, string name)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(value, LeastWindowBits, name);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(value, MostWindowBits, name);
        return value;
    }
}
