using WebSockets.Hub.Before;

namespace WebSockets.Hub.Page;

/// <summary>The sockets of both ways: each gets what any of them broadcasts.</summary>
internal sealed class SwitchedRoom(IHubRoom stock, IHubRoom pooled) : IHubRoom
{
    public int Count => stock.Count + pooled.Count;

    public void Join(IHubSocket socket) => RoomOf(socket).Join(socket);

    public void Leave(IHubSocket socket) => RoomOf(socket).Leave(socket);

    public int Broadcast(InboundMessage message) => BroadcastIn(stock, message) + BroadcastIn(pooled, message);

    public async ValueTask<int> BroadcastAsync(IHubSocket sender, InboundMessage message)
    {
        IHubRoom own = RoomOf(sender);
        int count = await own.BroadcastAsync(sender, message).ConfigureAwait(false); // waits for its turn there
        return count + BroadcastIn(own == stock ? pooled : stock, message);
    }

    public void Dispose()
    {
        stock.Dispose();
        pooled.Dispose();
    }

    private static int BroadcastIn(IHubRoom room, InboundMessage message) => room.Count == 0 ? 0 : room.Broadcast(message);

    private IHubRoom RoomOf(IHubSocket socket) => socket is StockSocket ? stock : pooled;
}
