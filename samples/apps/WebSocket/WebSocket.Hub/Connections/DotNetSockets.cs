using System.Net.WebSockets;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.Connections;

/// <summary>The websockets of .NET, on the server's end.</summary>
internal static class DotNetSockets
{
    /// <summary>Creates one on a connection whose handshake is done.</summary>
    public static WebSocket Create(HubContext context, Stream stream, DeflateSettings? deflate) =>
        WebSocket.CreateFromStream(stream, new WebSocketCreationOptions
        {
            IsServer = true,
            KeepAliveInterval = context.Limits.PingAfter,
            KeepAliveTimeout = context.Limits.PongTimeout,
            DangerousDeflateOptions = deflate is null ? null : OptionsOf(deflate),
        });

    /// <summary>The flags of a message, which is not compressed if it is short.</summary>
    public static WebSocketMessageFlags FlagsOf(HubContext context, int length) =>
        length < context.Options.Deflate.LeastLength ? WebSocketMessageFlags.DisableCompression : WebSocketMessageFlags.None;

    private static WebSocketDeflateOptions OptionsOf(DeflateSettings deflate) => new()
    {
        ClientContextTakeover = deflate.ClientContextTakeover,
        ClientMaxWindowBits = Math.Max(deflate.ClientWindowBits, DeflateOptions.LeastWindowBits), // a longer one inflates shorter ones
        ServerContextTakeover = deflate.ServerContextTakeover,
        ServerMaxWindowBits = deflate.ServerWindowBits,
    };
}
