using Microsoft.AspNetCore.Http;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.Plain;

/// <summary>Moves messages through <see cref="System.Net.WebSockets.WebSocket"/>, without an object, a string or an array for each
/// message.</summary>
internal sealed class PlainPath(HubContext context) : IMessagePath
{
    public IHubRoom CreateRoom() => new PlainRoom(context);

    public Task RunAsync(HttpContext http, Stream stream, AddressEntry address, DeflateSettings? deflate, IHubEndpoint endpoint) =>
        new PlainSocket(context, http, DotNetSockets.Create(context, stream, deflate), endpoint).RunAsync();
}
