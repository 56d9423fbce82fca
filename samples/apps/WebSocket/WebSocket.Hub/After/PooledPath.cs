using Microsoft.AspNetCore.Http;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.After;

/// <summary>Moves messages through pooled memory. Frames are read in the receive buffer, and each message is encoded once for all
/// receivers.</summary>
internal sealed class PooledPath(HubContext context) : IMessagePath
{
    public IHubRoom CreateRoom() => new PooledRoom(context);

    public Task RunAsync(HttpContext http, Stream stream, AddressEntry address, DeflateSettings? deflate, IHubEndpoint endpoint) =>
        new PooledSocket(context, http, stream, address, deflate, endpoint).RunAsync();
}
