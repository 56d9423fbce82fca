namespace WebSockets.Hub.Endpoints;

/// <summary>What is behind one path of the hub. The calls for one socket come one after the other, those for several at once.</summary>
public interface IHubEndpoint
{
    /// <summary>Is told of a new socket.</summary>
    void OnOpened(IHubSocket socket);

    /// <summary>Is told of a message. The socket is read on when the task ends; if it fails, the socket is closed, for a mistake of the
    /// server.</summary>
    ValueTask OnMessageAsync(IHubSocket socket, InboundMessage message);

    /// <summary>Is told of the end of a socket, once for each that was opened.</summary>
    void OnClosed(IHubSocket socket);
}
