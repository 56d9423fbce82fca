using System.Runtime.CompilerServices;

namespace WebSockets.Hub.Endpoints;

/// <summary>Sends each message to all sockets of the path, including its sender.</summary>
/// <param name="room">The sockets.</param>
public sealed class BroadcastEndpoint(IHubRoom room) : IHubEndpoint
{
    public void OnOpened(IHubSocket socket) => room.Join(socket);

    public ValueTask OnMessageAsync(IHubSocket socket, InboundMessage message)
    {
        ValueTask<int> broadcast = room.BroadcastAsync(socket, message);
        return broadcast.IsCompletedSuccessfully ? default : Wait(broadcast);
    }

    public void OnClosed(IHubSocket socket) => room.Leave(socket);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask Wait(ValueTask<int> broadcast) => await broadcast.ConfigureAwait(false);
}
