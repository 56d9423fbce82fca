using Microsoft.AspNetCore.Http;
using Microsoft.IO;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.Before;

/// <summary>Moves messages through <see cref="System.Net.WebSockets.WebSocket"/>, which copies each message for each socket.</summary>
internal sealed class BeforePath(HubContext context) : IMessagePath
{
    private readonly RecyclableMemoryStreamManager _streams = new();

    public IHubRoom CreateRoom() => new BeforeRoom(context);

    public Task RunAsync(HttpContext http, Stream stream, AddressEntry address, DeflateSettings? deflate, IHubEndpoint endpoint) =>
        new BeforeSocket(context, _streams, http, stream, deflate, endpoint).RunAsync();
}
