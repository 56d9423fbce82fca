using System.Buffers;
using System.Collections.Concurrent;
using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Plain;

/// <summary>Sends one array to all sockets, one after the other.</summary>
/// <remarks>Nothing waits in a queue: a broadcast is over when all sockets have it, and who reads slowly holds up all.</remarks>
internal sealed class PlainRoom(HubContext context) : IHubRoom
{
    private readonly ConcurrentDictionary<long, PlainSocket> _sockets = new();
    private readonly SemaphoreSlim _sending = new(1); // a websocket sends one message at a time

    public int Count => _sockets.Count;

    public void Join(IHubSocket socket) => _sockets.TryAdd(socket.Id, (PlainSocket)socket);

    public void Leave(IHubSocket socket) => _sockets.TryRemove(socket.Id, out _);

    /// <summary>Begins to send a message.</summary>
    public int Broadcast(InboundMessage message)
    {
        _ = SendAsync(Copy(message), message.IsText);
        return Count;
    }

    /// <summary>Sends a message, and waits until all sockets have it.</summary>
    public ValueTask<int> BroadcastAsync(IHubSocket sender, InboundMessage message) =>
        new(SendAsync(Copy(message), message.IsText));

    public void Dispose()
    {
        // A broadcast may still be on its way. The semaphore holds nothing that must be freed.
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
