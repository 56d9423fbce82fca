using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Before;

/// <summary>Queues a separate envelope for each socket. Each envelope is encoded when it is sent.</summary>
internal sealed class BeforeRoom(HubContext context) : IHubRoom
{
    private readonly Lock _lock = new();
    private readonly SocketList<BeforeSocket> _sockets = new();
    private readonly BroadcastGate _gate = new(context.Limits, context.Time);

    public int Count
    {
        get
        {
            lock (_lock)
                return _sockets.Count;
        }
    }

    public void Join(IHubSocket socket)
    {
        lock (_lock)
            _sockets.Add((BeforeSocket)socket);
    }

    public void Leave(IHubSocket socket)
    {
        lock (_lock)
            _sockets.Remove((BeforeSocket)socket);
    }

    public int Broadcast(InboundMessage message)
    {
        int count = 0;
        BeforeEnvelope content = BeforeSocket.Open(message);
        context.Counters.AddEncoded();
        lock (_lock)
        {
            foreach (BeforeSocket socket in _sockets.Span)
                count += socket.Post(content with { }) ? 1 : 0;
        }

        return count;
    }

    public async ValueTask<int> BroadcastAsync(IHubSocket sender, InboundMessage message)
    {
        await _gate.EnterAsync((BeforeSocket)sender, message.Payload.Length).ConfigureAwait(false);
        return Broadcast(message);
    }

    public void Dispose() => _gate.Dispose();
}
