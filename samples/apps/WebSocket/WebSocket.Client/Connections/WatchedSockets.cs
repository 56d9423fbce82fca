using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>Creates sockets of .NET whose frames are followed. Too many frames without message data end the connection, and an empty close
/// frame is reported as empty.</summary>
public static class WatchedSockets
{
    /// <summary>Gets a factory.</summary>
    /// <param name="configure">Sets headers, protocols and compression. Options of the connection are set by
    /// <paramref name="connection"/>.</param>
    /// <param name="connection">Sets proxies, cookies, credentials and certificates.</param>
    /// <param name="emptyFramesPerSecond">The maximum number of pings, pongs, close frames and empty fragments per second.</param>
    /// <param name="time">The clock; <see langword="null"/> for the system's clock.</param>
    /// <remarks>Frames over HTTP/2 are not followed.</remarks>
    public static WebSocketFactory Factory(
        Action<ClientWebSocketOptions>? configure = null, Action<SocketsHttpHandler>? connection = null, int emptyFramesPerSecond = 1000,
        TimeProvider? time = null)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(emptyFramesPerSecond, 1);
        time ??= TimeProvider.System;
        return async (uri, cancellation) =>
        {
            var frames = new IncomingFrames(emptyFramesPerSecond, time);
            using var handler = new SocketsHttpHandler { UseCookies = false, AllowAutoRedirect = false }; // like the socket's own
            handler.PlaintextStreamFilter = (connecting, _) =>
                ValueTask.FromResult<Stream>(new WatchedStream(connecting.PlaintextStream, frames));
            connection?.Invoke(handler);
            using var invoker = new HttpMessageInvoker(handler, disposeHandler: false);
            var socket = new ClientWebSocket();
            try
            {
                configure?.Invoke(socket.Options);
                await WebSocketFactories.ConnectAsync(socket, uri, invoker, time, cancellation).ConfigureAwait(false);
                return new WatchedSocket(socket, frames);
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        };
    }
}
