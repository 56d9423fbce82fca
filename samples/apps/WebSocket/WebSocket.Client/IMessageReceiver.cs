using System.Net.WebSockets;

namespace WebSockets.Client;

/// <summary>Receives messages from a socket. <c>Before/</c> and <c>After/</c> differ in the implementations of this interface and of
/// <see cref="IOutbox"/>.</summary>
/// <remarks>One loop at a time; any thread may read the counters.</remarks>
public interface IMessageReceiver
{
    /// <summary>Gets the number of completely received messages.</summary>
    long Messages { get; }

    /// <summary>Gets the number of received parts, of messages of any length. It is used to monitor the connection.</summary>
    long Parts { get; }

    /// <summary>Gets the number of exceptions of the application's callback.</summary>
    long HandlerFaults { get; }

    /// <summary>Receives until the peer closes the connection.</summary>
    /// <param name="socket">An open socket.</param>
    /// <exception cref="MessageTooLongException">A message is longer than allowed.</exception>
    /// <exception cref="InvalidTextException">A text is not UTF-8, which the socket has not detected.</exception>
    /// <exception cref="WebSocketException">The connection was lost.</exception>
    Task ReceiveAsync(WebSocket socket);
}
