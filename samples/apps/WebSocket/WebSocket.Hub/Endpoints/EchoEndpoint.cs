namespace WebSockets.Hub.Endpoints;

/// <summary>Sends each message back to its sender.</summary>
public sealed class EchoEndpoint : IHubEndpoint
{
    public void OnOpened(IHubSocket socket)
    {
    }

    public ValueTask OnMessageAsync(IHubSocket socket, InboundMessage message)
    {
        ArgumentNullException.ThrowIfNull(socket);
        return socket.SendAsync(message);
    }

    public void OnClosed(IHubSocket socket)
    {
    }
}
