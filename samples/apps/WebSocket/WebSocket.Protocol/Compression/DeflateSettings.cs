namespace WebSockets.Protocol.Compression;

/// <summary>What the two ends of a connection have agreed on.</summary>
/// <param name="ServerContextTakeover">Whether messages of the server may refer to those before.</param>
/// <param name="ClientContextTakeover">Whether messages of the client may.</param>
/// <param name="ServerWindowBits">The bits of the window of the server's messages.</param>
/// <param name="ClientWindowBits">The bits of the window of the client's messages.</param>
public sealed record DeflateSettings(
    bool ServerContextTakeover, bool ClientContextTakeover, int ServerWindowBits, int ClientWindowBits)
{
    // By what zlib-ng allocates: tables and what waits, and for each byte of the window itself and a link.
    private const long BytesOfDeflater = 200 << 10;
    private const long DeflaterBytesOfPlace = 4;
    private const long BytesOfInflater = 56 << 10; // always for the longest window; with the buffer that it reads into

    /// <summary>About how many bytes a server keeps for such a connection while it is idle.</summary>
    public long KeptBytes =>
        (ServerContextTakeover ? BytesOfDeflater + (DeflaterBytesOfPlace << ServerWindowBits) : 0)
        + (ClientContextTakeover ? BytesOfInflater : 0);
}
