using Microsoft.AspNetCore.Http;
using WebSockets.Hub.After;
using WebSockets.Hub.Before;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.Page;

/// <summary>Both ways in one hub: a socket stays with the one that was chosen when it connected. Any thread.</summary>
internal sealed class SwitchedPath(HubContext context) : IMessagePath
{
    private readonly StockPath _stock = new(context);
    private readonly PooledPath _pooled = new(context);
    private volatile HubMode _chosen;

    /// <summary>The way of sockets that connect from now on.</summary>
    public HubMode Chosen
    {
        get => _chosen;
        set => _chosen = value;
    }

    public ModeCounts Stock { get; } = new();

    public ModeCounts Pooled { get; } = new();

    public IHubRoom CreateRoom() => new SwitchedRoom(_stock.CreateRoom(), _pooled.CreateRoom());

    public Task RunAsync(HttpContext http, Stream stream, AddressEntry address, DeflateSettings? deflate, IHubEndpoint endpoint)
    {
        bool isStock = _chosen == HubMode.Stock;
        IMessagePath path = isStock ? _stock : _pooled;
        return path.RunAsync(http, stream, address, deflate, new CountedEndpoint(endpoint, isStock ? Stock : Pooled));
    }
}
