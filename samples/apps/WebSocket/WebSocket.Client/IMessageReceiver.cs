using System.Net.WebSockets;

namespace WebSockets.Client;

/// <summary>How messages come out of a socket: one of the two things in which <c>Before/</c> and <c>After/</c> differ.</summary>
/// <remarks>One loop at a time; any thread reads the counters.</remarks>
public interface IMessageReceiver
{
    /// <summary>Messages that were received whole.</summary>
    long Messages { get; }

    /// <summary>Parts that were received, of messages of any length. Whoever watches the connection looks at it.</summary>
    long Parts { get; }

    /// <summary>Exceptions that came out of the application's callback.</summary>
    long HandlerFaults { get; }

    /// <summary>Receives until the peer closes the connection.</summary>
    /// <param name="socket">An open socket.</param>
    /// <exception cref="MessageTooLongException">A message is longer than allowed.</exception>
    /// <exception cref="InvalidTextException">A text is no UTF-8, which the socket has not found out.</exception>
    /// <exception cref="WebSocketException">The connection was lost.</exception>
    Task ReceiveAsync(WebSocket socket);
}
