using WebSockets.Hub.Endpoints;

namespace WebSockets.Hub.Page;

/// <summary>An endpoint that also counts sockets and messages for a mode.</summary>
internal sealed class CountedEndpoint(IHubEndpoint endpoint, ModeCounts counts) : IHubEndpoint
{
    public void OnOpened(IHubSocket socket)
    {
        counts.AddSockets(1);
        endpoint.OnOpened(socket);
    }

    public ValueTask OnMessageAsync(IHubSocket socket, InboundMessage message)
    {
        counts.AddMessage();
        return endpoint.OnMessageAsync(socket, message);
    }

    public void OnClosed(IHubSocket socket)
    {
        counts.AddSockets(-1);
        endpoint.OnClosed(socket);
    }
}
