using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>Makes an open socket. Whoever asked for it disposes it.</summary>
/// <param name="uri">Where it is connected to.</param>
/// <param name="cancellation">Ends the attempt: it has taken too long, or nobody wants it any more.</param>
public delegate Task<WebSocket> WebSocketFactory(Uri uri, CancellationToken cancellation);
