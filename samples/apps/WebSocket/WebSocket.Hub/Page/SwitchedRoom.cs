using WebSockets.Hub.Before;
using WebSockets.Hub.Plain;

namespace WebSockets.Hub.Page;

/// <summary>The sockets of all modes. Each socket receives the broadcasts of all modes.</summary>
/// <param name="rooms">The rooms by <see cref="HubMode"/>.</param>
internal sealed class SwitchedRoom(IHubRoom[] rooms) : IHubRoom
{
    public int Count => rooms.Sum(static room => room.Count);

    public void Join(IHubSocket socket) => RoomOf(socket).Join(socket);

    public void Leave(IHubSocket socket) => RoomOf(socket).Leave(socket);

    public int Broadcast(InboundMessage message) => rooms.Sum(room => BroadcastIn(room, message));

    public async ValueTask<int> BroadcastAsync(IHubSocket sender, InboundMessage message)
    {
        IHubRoom own = RoomOf(sender);
        int count = await own.BroadcastAsync(sender, message).ConfigureAwait(false); // waits to be admitted there
        return count + rooms.Where(room => room != own).Sum(room => BroadcastIn(room, message));
    }

    public void Dispose()
    {
        foreach (IHubRoom room in rooms)
            room.Dispose();
    }

    private static int BroadcastIn(IHubRoom room, InboundMessage message) => room.Count == 0 ? 0 : room.Broadcast(message);

    private IHubRoom RoomOf(IHubSocket socket) => rooms[(int)(socket switch
    {
        BeforeSocket => HubMode.Before,
        PlainSocket => HubMode.Plain,
        _ => HubMode.Pooled,
    })];
}
