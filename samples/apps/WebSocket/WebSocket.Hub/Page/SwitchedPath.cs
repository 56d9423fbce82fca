using Microsoft.AspNetCore.Http;
using WebSockets.Hub.After;
using WebSockets.Hub.Before;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Hub.Plain;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.Page;

/// <summary>All paths in one hub. A socket keeps the mode that was chosen when it connected. Any thread.</summary>
internal sealed class SwitchedPath(HubContext context) : IMessagePath
{
    private readonly IMessagePath[] _paths = [new BeforePath(context), new PlainPath(context), new PooledPath(context)]; // by HubMode
    private readonly ModeCounts[] _counts = [new(), new(), new()];
    private volatile HubMode _chosen;

    /// <summary>Gets or sets the mode of new sockets.</summary>
    public HubMode Chosen
    {
        get => _chosen;
        set => _chosen = value;
    }

    /// <summary>Gets the counters of a mode.</summary>
    public ModeCounts CountsOf(HubMode mode) => _counts[(int)mode];

    public IHubRoom CreateRoom() => new SwitchedRoom([.. _paths.Select(static path => path.CreateRoom())]);

    public Task RunAsync(HttpContext http, Stream stream, AddressEntry address, DeflateSettings? deflate, IHubEndpoint endpoint)
    {
        HubMode mode = _chosen;
        return _paths[(int)mode].RunAsync(http, stream, address, deflate, new CountedEndpoint(endpoint, CountsOf(mode)));
    }
}
