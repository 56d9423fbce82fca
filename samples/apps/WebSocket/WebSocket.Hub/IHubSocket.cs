namespace WebSockets.Hub;

/// <summary>One connected socket, as endpoints see it.</summary>
public interface IHubSocket
{
    /// <summary>The number of the socket, never the same twice.</summary>
    long Id { get; }

    /// <summary>Answers the socket while its endpoint handles a message of it: waits while too much waits already, so that whoever sends
    /// more than it reads slows down itself. One call at a time.</summary>
    /// <param name="message">The message, copied before the call returns.</param>
    /// <returns>What ends when the message waits to be sent, or the socket has ended.</returns>
    ValueTask SendAsync(InboundMessage message);

    /// <summary>Ends the socket: the peer is told why, behind what waits to be sent. Any thread.</summary>
    void Close(int code, string reason);
}
