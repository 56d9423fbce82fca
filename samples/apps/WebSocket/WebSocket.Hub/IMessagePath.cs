using Microsoft.AspNetCore.Http;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub;

/// <summary>The path of messages from sockets to endpoints and back. This is the only difference between the modes of the hub.</summary>
internal interface IMessagePath
{
    /// <summary>Creates the room of a path.</summary>
    IHubRoom CreateRoom();

    /// <summary>Receives and sends until the end of a socket. When the task completes, all memory is returned.</summary>
    /// <param name="http">The request that opened the socket.</param>
    /// <param name="stream">The stream of the socket.</param>
    /// <param name="address">The address of the client.</param>
    /// <param name="deflate">The compression settings; <see langword="null"/> for no compression.</param>
    /// <param name="endpoint">The endpoint of the path.</param>
    Task RunAsync(HttpContext http, Stream stream, AddressEntry address, DeflateSettings? deflate, IHubEndpoint endpoint);
}
