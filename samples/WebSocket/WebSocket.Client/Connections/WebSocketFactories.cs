using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>Ways to make sockets.</summary>
public static class WebSocketFactories
{
    /// <summary>Those of <see cref="System.Net.WebSockets.ClientWebSocket"/>.</summary>
    /// <param name="configure">Sets headers, protocols, proxies, certificates and so on.</param>
    public static WebSocketFactory ClientWebSocket(Action<ClientWebSocketOptions>? configure = null) => async (uri, cancellation) =>
    {
        var socket = new ClientWebSocket();
        try
        {
            configure?.Invoke(socket.Options);
            await socket.ConnectAsync(uri, cancellation).ConfigureAwait(false);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    };
}
