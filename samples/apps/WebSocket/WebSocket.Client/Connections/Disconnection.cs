using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>The end of a connection, or a failed attempt to connect.</summary>
/// <param name="Reason">The reason.</param>
/// <param name="CloseStatus">The code with which the peer or this client closed it; <see cref="WebSocketCloseStatus.Empty"/> for a close
/// frame without a code, as far as the socket reports it; <see langword="null"/> if none was sent.</param>
/// <param name="CloseDescription">The description in the close frame.</param>
/// <param name="Error">The exception, if there was one.</param>
/// <param name="WillReconnect">Whether the client tries to connect again.</param>
/// <param name="Lost">The number of waiting messages that were given up, according to <see cref="UnsentMessages"/>.</param>
/// <param name="RetryAfter">The delay that the server requested when it refused the attempt; <see langword="null"/> if it requested
/// none.</param>
public sealed record Disconnection(
    DisconnectReason Reason,
    WebSocketCloseStatus? CloseStatus = null,
    string? CloseDescription = null,
    Exception? Error = null,
    bool WillReconnect = false,
    long Lost = 0,
    TimeSpan? RetryAfter = null);
