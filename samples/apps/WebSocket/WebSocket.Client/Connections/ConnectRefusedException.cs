using System.Net;
using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>The exception that is thrown when a server refuses a handshake and requests a delay before the next attempt.</summary>
/// <param name="status">The status of the response.</param>
/// <param name="retryAfter">The requested delay before the next attempt; negative if it has already passed.</param>
/// <param name="inner">The exception of the socket.</param>
public sealed class ConnectRefusedException(HttpStatusCode status, TimeSpan retryAfter, WebSocketException? inner = null)
    : Exception($"The server refused the handshake with status {(int)status}.", inner)
{
    /// <summary>Gets the status of the response.</summary>
    public HttpStatusCode Status => status;

    /// <summary>Gets the requested delay before the next attempt.</summary>
    public TimeSpan RetryAfter => retryAfter;
}
