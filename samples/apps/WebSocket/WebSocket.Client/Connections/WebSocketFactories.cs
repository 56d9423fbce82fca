using System.Net;
using System.Net.Http.Headers;
using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>Provides factories of sockets.</summary>
public static class WebSocketFactories
{
    /// <summary>Gets a factory of <see cref="System.Net.WebSockets.ClientWebSocket"/>.</summary>
    /// <param name="configure">Sets headers, protocols, proxies, certificates and so on.</param>
    public static WebSocketFactory ClientWebSocket(Action<ClientWebSocketOptions>? configure = null) => async (uri, cancellation) =>
    {
        var socket = new ClientWebSocket();
        try
        {
            configure?.Invoke(socket.Options);
            await ConnectAsync(socket, uri, null, TimeProvider.System, cancellation).ConfigureAwait(false);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    };

    /// <summary>Connects a socket.</summary>
    /// <param name="socket">The socket.</param>
    /// <param name="uri">The server.</param>
    /// <param name="invoker">Creates the connection; <see langword="null"/> for the default of the socket.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellation">A token that cancels the attempt.</param>
    /// <exception cref="ConnectRefusedException">The server refused the handshake and requested a delay.</exception>
    internal static async Task ConnectAsync(
        ClientWebSocket socket, Uri uri, HttpMessageInvoker? invoker, TimeProvider time, CancellationToken cancellation)
    {
        socket.Options.CollectHttpResponseDetails = true;
        try
        {
            await socket.ConnectAsync(uri, invoker, cancellation).ConfigureAwait(false);
            socket.HttpResponseHeaders = null; // they are not needed
        }
        catch (WebSocketException exception) when (RetryAfterOf(socket, time) is { } wait)
        {
            throw new ConnectRefusedException(socket.HttpStatusCode, wait, exception);
        }
    }

    /// <summary>Returns the delay that a busy server requests, or <see langword="null"/> if it requests none.</summary>
    private static TimeSpan? RetryAfterOf(ClientWebSocket socket, TimeProvider time)
    {
        if (socket.HttpStatusCode is not (HttpStatusCode.ServiceUnavailable or HttpStatusCode.TooManyRequests)
            || socket.HttpResponseHeaders?.TryGetValue("Retry-After", out IEnumerable<string>? values) != true
            || !RetryConditionHeaderValue.TryParse(values!.FirstOrDefault(), out RetryConditionHeaderValue? value))
        {
            return null;
        }

        return value.Delta ?? (value.Date - time.GetUtcNow());
    }
}
