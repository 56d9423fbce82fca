using Microsoft.AspNetCore.Http;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.After;

/// <summary>Frames are read where they were received; each message is encoded once, however many get it.</summary>
internal sealed class PooledPath(HubContext context) : IMessagePath
{
    public IHubRoom CreateRoom() => new PooledRoom(context);

    public Task RunAsync(HttpContext http, Stream stream, AddressEntry address, DeflateSettings? deflate, IHubEndpoint endpoint) =>
        new PooledSocket(context, http, stream, address, deflate, endpoint).RunAsync();
}
