namespace WebSockets.Hub;

/// <summary>Sockets that all get the same messages, in the same order. Any thread.</summary>
public interface IHubRoom : IDisposable
{
    int Count { get; }

    void Join(IHubSocket socket);

    /// <summary>Takes a socket out; does nothing if it is not in the room.</summary>
    void Leave(IHubSocket socket);

    /// <summary>Lets a message wait in every socket, by the policy of their outboxes where there is no room. Waits for no receiver.
    /// </summary>
    /// <returns>In how many sockets it waits.</returns>
    int Broadcast(InboundMessage message);

    /// <summary>Does the same for a socket, when its message is admitted among those of all senders.</summary>
    ValueTask<int> BroadcastAsync(IHubSocket sender, InboundMessage message);
}
