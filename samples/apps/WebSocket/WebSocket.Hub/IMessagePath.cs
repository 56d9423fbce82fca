using Microsoft.AspNetCore.Http;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub;

/// <summary>How messages get from sockets to endpoints and back: what the ways of the hub differ in.</summary>
internal interface IMessagePath
{
    /// <summary>Makes the room of a path.</summary>
    IHubRoom CreateRoom();

    /// <summary>Receives and sends until the end of a socket. When the task ends, all memory is given back.</summary>
    /// <param name="http">The request that became a socket.</param>
    /// <param name="stream">What it became.</param>
    /// <param name="address">Where it comes from.</param>
    /// <param name="deflate">How messages are compressed; <see langword="null"/> for not at all.</param>
    /// <param name="endpoint">What is behind its path.</param>
    Task RunAsync(HttpContext http, Stream stream, AddressEntry address, DeflateSettings? deflate, IHubEndpoint endpoint);
}
