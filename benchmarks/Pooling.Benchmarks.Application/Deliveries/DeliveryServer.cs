using WebSockets.Hub;

namespace Pooling.Benchmarks.Application.Deliveries;

/// <summary>A server that sends a text to all sockets that are connected to it.</summary>
/// <param name="Address">Where websockets connect.</param>
/// <param name="Count">Returns how many sockets a text goes to.</param>
/// <param name="Broadcast">Sends the text, or begins to.</param>
/// <param name="Stop">Ends the server.</param>
/// <param name="Hello">What a peer sends first, if anything.</param>
internal sealed record DeliveryServer(
    Uri Address, Func<int> Count, Func<ValueTask> Broadcast, Func<ValueTask> Stop, byte[]? Hello = null)
{
    /// <summary>A hub of the sample.</summary>
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
