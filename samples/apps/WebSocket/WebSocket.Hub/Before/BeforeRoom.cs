using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Before;

/// <summary>Queues a separate envelope for each socket. Each envelope is encoded when it is sent.</summary>
internal sealed class BeforeRoom(HubContext context) : IHubRoom
{
    private readonly SocketList<BeforeSocket> _sockets = new();
    private readonly BroadcastAdmission _admission = new(context.Limits, context.Time);

    public int Count
    {
        get
        {
            lock (_admission.Lock)
                return _sockets.Count;
        }
    }

    public void Join(IHubSocket socket)
    {
        lock (_admission.Lock)
            _sockets.Add((BeforeSocket)socket);
    }

    public void Leave(IHubSocket socket)
    {
        lock (_admission.Lock)
            _sockets.Remove((BeforeSocket)socket);
    }

    public int Broadcast(InboundMessage message)
    {
        int count = 0;
        BeforeEnvelope content = BeforeSocket.Open(message);
        context.Counters.AddEncoded();
        lock (_admission.Lock)
        {
            foreach (BeforeSocket socket in _sockets.Span)
                count += socket.Post(content with { }) ? 1 : 0;
        }

        return count;
    }

    public async ValueTask<int> BroadcastAsync(IHubSocket sender, InboundMessage message)
    {
        await _admission.AdmitAsync((BeforeSocket)sender, message.Payload.Length).ConfigureAwait(false);
        return Broadcast(message);
    }

    public void Dispose() => _admission.Dispose();
}
