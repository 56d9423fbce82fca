using System.Net;
using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>A server refused a handshake, and said when to come back.</summary>
/// <param name="status">The status of its answer.</param>
/// <param name="retryAfter">After how long to come back; negative if that is over.</param>
/// <param name="inner">What the socket says of it.</param>
public sealed class ConnectRefusedException(HttpStatusCode status, TimeSpan retryAfter, WebSocketException? inner = null)
    : Exception($"The server refused the handshake with status {(int)status}.", inner)
{
    /// <summary>The status of the answer.</summary>
    public HttpStatusCode Status => status;

    /// <summary>After how long to come back.</summary>
    public TimeSpan RetryAfter => retryAfter;
}
