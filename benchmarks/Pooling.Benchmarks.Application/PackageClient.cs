using System.Net.WebSockets;
using Websocket.Client;

namespace Pooling.Benchmarks.Application;

/// <summary>The client of the package Websocket.Client on a socket in memory, without its timers.</summary>
internal static class PackageClient
{
    internal static WebsocketClient Create(Uri uri, WebSocket socket) => new(uri, logger: null, (_, _) => Task.FromResult(socket))
    {
        ErrorReconnectTimeout = null,
        IsReconnectionEnabled = false,
        ReconnectTimeout = null,
    };
}
