namespace WebSockets.Hub.Endpoints;

/// <summary>Handles the sockets of a path. Calls for one socket do not overlap; calls for several sockets may.</summary>
public interface IHubEndpoint
{
    /// <summary>Called when a socket is opened.</summary>
    void OnOpened(IHubSocket socket);

    /// <summary>Called when a message is received. The socket is read again when the task completes. If the task fails, the socket is
    /// closed with an internal error.</summary>
    ValueTask OnMessageAsync(IHubSocket socket, InboundMessage message);

    /// <summary>Called when a socket has ended, once for each opened socket.</summary>
    void OnClosed(IHubSocket socket);
}
