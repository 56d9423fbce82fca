using System.Buffers;
using System.Collections.Concurrent;
using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Plain;

/// <summary>Sends one array to all sockets, one after the other.</summary>
/// <remarks>There is no queue. A broadcast ends when all sockets have received it, so a peer that reads slowly delays all others.</remarks>
internal sealed class PlainRoom(HubContext context) : IHubRoom
{
    private readonly ConcurrentDictionary<long, PlainSocket> _sockets = new();
    private readonly SemaphoreSlim _sending = new(1); // a websocket sends one message at a time

    public int Count => _sockets.Count;

    public void Join(IHubSocket socket) => _sockets.TryAdd(socket.Id, (PlainSocket)socket);

    public void Leave(IHubSocket socket) => _sockets.TryRemove(socket.Id, out _);

    /// <summary>Starts to send a message.</summary>
    public int Broadcast(InboundMessage message)
    {
        _ = SendAsync(Copy(message), message.IsText);
        return Count;
    }

    /// <summary>Sends a message, and waits until it is sent to all sockets.</summary>
    public ValueTask<int> BroadcastAsync(IHubSocket sender, InboundMessage message) =>
        new(SendAsync(Copy(message), message.IsText));

    public void Dispose()
    {
        // A broadcast may still be in progress. The semaphore holds nothing that must be released.
    }

    private byte[] Copy(InboundMessage message)
    {
        context.Counters.AddEncoded();
        return message.Payload.ToArray();
    }

    private async Task<int> SendAsync(byte[] payload, bool isText)
    {
        int count = 0;
        await _sending.WaitAsync().ConfigureAwait(false);
        try
        {
            foreach ((_, PlainSocket socket) in _sockets)
                count += await socket.TrySendAsync(payload, isText).ConfigureAwait(false) ? 1 : 0;
        }
        finally
        {
            _sending.Release();
        }

        return count;
    }
}
