using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>Makes sockets of .NET whose frames are followed: too many that bring nothing end the connection, and an empty close frame is
/// told as empty.</summary>
public static class WatchedSockets
{
    /// <summary>Gets a factory.</summary>
    /// <param name="configure">Sets headers, protocols and compression. What belongs to the connection is set by
    /// <paramref name="connection"/>.</param>
    /// <param name="connection">Sets proxies, cookies, credentials and certificates.</param>
    /// <param name="emptyFramesPerSecond">The most pings, pongs, close frames and empty fragments in a second.</param>
    /// <param name="time">The clock; <see langword="null"/> for that of the system.</param>
    /// <remarks>Over HTTP/2 frames are not followed.</remarks>
    public static WebSocketFactory Factory(
        Action<ClientWebSocketOptions>? configure = null, Action<SocketsHttpHandler>? connection = null, int emptyFramesPerSecond = 1000,
        TimeProvider? time = null)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(emptyFramesPerSecond, 1);
        time ??= TimeProvider.System;
        return async (uri, cancellation) =>
        {
            var frames = new IncomingFrames(emptyFramesPerSecond, time);
            using var handler = new SocketsHttpHandler { UseCookies = false, AllowAutoRedirect = false }; // as the socket's own
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
