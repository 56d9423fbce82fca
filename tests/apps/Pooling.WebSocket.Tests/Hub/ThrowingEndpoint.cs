using WebSockets.Hub;
using WebSockets.Hub.Endpoints;

namespace Pooling.WebSockets.Hub;

/// <summary>An endpoint that throws for each message, immediately or after a while, or for each socket.</summary>
internal sealed class ThrowingEndpoint(bool isLate, bool onOpened = false) : IHubEndpoint
{
    public void OnOpened(IHubSocket socket)
    {
        if (onOpened)
            throw new InvalidOperationException("opened");
    }

    public async ValueTask OnMessageAsync(IHubSocket socket, InboundMessage message)
    {
        if (isLate)
            await Task.Yield();

        throw new InvalidOperationException("message");
    }

    public void OnClosed(IHubSocket socket) => throw new InvalidOperationException("closed");
}
