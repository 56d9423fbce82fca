using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>Creates an open socket. The caller disposes it.</summary>
/// <param name="uri">The address of the server.</param>
/// <param name="cancellation">A token that cancels the attempt when it takes too long or is no longer needed.</param>
public delegate Task<WebSocket> WebSocketFactory(Uri uri, CancellationToken cancellation);
