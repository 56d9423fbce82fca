using WebSockets.Hub;

namespace Pooling.Benchmarks.Application.Deliveries;

/// <summary>A server that sends a text to all connected sockets.</summary>
/// <param name="Address">The address for WebSockets.</param>
/// <param name="Count">Returns the number of sockets that receive a text.</param>
/// <param name="Broadcast">Sends the text, or starts to send it.</param>
/// <param name="Stop">Stops the server.</param>
/// <param name="Hello">The first message of a peer, if there is one.</param>
internal sealed record DeliveryServer(
    Uri Address, Func<int> Count, Func<ValueTask> Broadcast, Func<ValueTask> Stop, byte[]? Hello = null)
{
    /// <summary>Creates a server from a hub of the sample.</summary>
    internal static async Task<DeliveryServer> StartAsync(Task<HubServer> starting, byte[] text)
    {
        HubServer hub = await starting;
        var message = new InboundMessage(new ReadOnlySequence<byte>(text), IsText: true);
        return new DeliveryServer(
            new Uri(hub.Address, "broadcast"),
            () => hub.Room.Count,
            () =>
            {
                hub.Room.Broadcast(message);
                return default;
            },
            hub.DisposeAsync);
    }
}
