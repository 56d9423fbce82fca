using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>How a connection ended, or that there was none.</summary>
/// <param name="Reason">Why.</param>
/// <param name="CloseStatus">The code that the peer closed it with, or that this client did; <see cref="WebSocketCloseStatus.Empty"/> for
/// a close frame without one, as far as the socket tells, and <see langword="null"/> if none was sent.</param>
/// <param name="CloseDescription">What came with the code.</param>
/// <param name="Error">What went wrong, if something did.</param>
/// <param name="WillReconnect">Whether the client tries again.</param>
/// <param name="Lost">The messages that waited and were given up, as <see cref="UnsentMessages"/> says.</param>
/// <param name="RetryAfter">After how long the server that refused an attempt wants the next one; <see langword="null"/> if it does not
/// say.</param>
public sealed record Disconnection(
    DisconnectReason Reason,
    WebSocketCloseStatus? CloseStatus = null,
    string? CloseDescription = null,
    Exception? Error = null,
    bool WillReconnect = false,
    long Lost = 0,
    TimeSpan? RetryAfter = null);
