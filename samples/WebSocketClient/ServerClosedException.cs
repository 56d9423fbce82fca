using System.Net.WebSockets;

namespace Pooling.Samples.WebSocketClient;

/// <summary>The server has closed the connection, with a status and perhaps a reason.</summary>
internal sealed class ServerClosedException(WebSocketCloseStatus status, string? reason)
    : Exception($"The server closed the connection with {(int)status}, reason \"{reason}\".")
{
    public WebSocketCloseStatus Status { get; } = status;

    public string? Reason { get; } = reason;
}
