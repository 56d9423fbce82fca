namespace WebSockets.Hub;

/// <summary>A connected socket, as endpoints use it.</summary>
public interface IHubSocket
{
    /// <summary>Gets the unique number of the socket.</summary>
    long Id { get; }

    /// <summary>Sends a message to the socket while its endpoint handles one of its messages. Waits while too much is queued, so that a
    /// peer that sends more than it reads is slowed down. One call at a time.</summary>
    /// <param name="message">The message. It is copied before the call returns.</param>
    /// <returns>A task that completes when the message is queued, or the socket has ended.</returns>
    ValueTask SendAsync(InboundMessage message);

    /// <summary>Closes the socket after the queued messages. The peer receives the code and the reason. Any thread.</summary>
    void Close(int code, string reason);
}
