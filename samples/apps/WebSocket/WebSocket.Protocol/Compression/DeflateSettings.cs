namespace WebSockets.Protocol.Compression;

/// <summary>The compression settings on which both ends of a connection have agreed.</summary>
/// <param name="ServerContextTakeover">Whether messages of the server may refer to earlier ones.</param>
/// <param name="ClientContextTakeover">Whether messages of the client may refer to earlier ones.</param>
/// <param name="ServerWindowBits">The bits of the window of the server's messages.</param>
/// <param name="ClientWindowBits">The bits of the window of the client's messages.</param>
public sealed record DeflateSettings(
    bool ServerContextTakeover, bool ClientContextTakeover, int ServerWindowBits, int ClientWindowBits)
{
    // Based on the allocations of zlib-ng: tables and pending data, and for each byte of the window the byte itself and a link.
    private const long BytesOfDeflater = 200 << 10;
    private const long DeflaterBytesOfPlace = 4;
    private const long BytesOfInflater = 56 << 10; // always for the longest window; includes the buffer into which it reads

    /// <summary>Gets the approximate number of bytes that a server keeps for such a connection while it is idle.</summary>
    public long KeptBytes =>
        (ServerContextTakeover ? BytesOfDeflater + (DeflaterBytesOfPlace << ServerWindowBits) : 0)
        + (ClientContextTakeover ? BytesOfInflater : 0);
}
