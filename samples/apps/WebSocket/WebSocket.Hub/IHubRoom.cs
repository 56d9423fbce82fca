namespace WebSockets.Hub;

/// <summary>A group of sockets that all receive the same messages, in the same order. Any thread.</summary>
public interface IHubRoom : IDisposable
{
    int Count { get; }

    void Join(IHubSocket socket);

    /// <summary>Removes a socket. Has no effect if it is not in the room.</summary>
    void Leave(IHubSocket socket);

    /// <summary>Queues a message for every socket, according to the policy of the outboxes if there is no room. Does not wait for any
    /// receiver.</summary>
    /// <returns>The number of sockets for which it is queued.</returns>
    int Broadcast(InboundMessage message);

    /// <summary>Does the same for a socket, when its message is admitted among those of all senders.</summary>
    ValueTask<int> BroadcastAsync(IHubSocket sender, InboundMessage message);
}
