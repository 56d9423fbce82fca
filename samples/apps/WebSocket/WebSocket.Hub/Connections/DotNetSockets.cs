using System.Net.WebSockets;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.Connections;

/// <summary>Creates and uses the WebSocket class of .NET, on the server's end.</summary>
internal static class DotNetSockets
{
    /// <summary>Creates a socket on a connection after its handshake.</summary>
    public static WebSocket Create(HubContext context, Stream stream, DeflateSettings? deflate) =>
        WebSocket.CreateFromStream(stream, new WebSocketCreationOptions
        {
            IsServer = true,
            KeepAliveInterval = context.Limits.PingAfter,
            KeepAliveTimeout = context.Limits.PongTimeout,
            DangerousDeflateOptions = deflate is null ? null : OptionsOf(deflate),
        });

    /// <summary>Returns the flags of a message. Short messages are not compressed.</summary>
    public static WebSocketMessageFlags FlagsOf(HubContext context, int length) =>
        length < context.Options.Deflate.MinLength ? WebSocketMessageFlags.DisableCompression : WebSocketMessageFlags.None;

    private static WebSocketDeflateOptions OptionsOf(DeflateSettings deflate) => new()
    {
        ClientContextTakeover = deflate.ClientContextTakeover,
        ClientMaxWindowBits = Math.Max(deflate.ClientWindowBits, DeflateOptions.MinWindowBits), // also inflates shorter windows
        ServerContextTakeover = deflate.ServerContextTakeover,
        ServerMaxWindowBits = deflate.ServerWindowBits,
    };
}
