using System.Net;
using Microsoft.AspNetCore.Http;
using WebSockets.Hub.After;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Messages;

namespace WebSockets.Hub.Page;

/// <summary>The files of the page, and the socket that sends figures to it. Its sockets have separate limits and do not count for the hub,
/// so that pages do not keep clients out. Any thread.</summary>
internal sealed class LivePage : IDisposable
{
    private const string Socket = "/live";

    private readonly HubContext _context;
    private readonly RequestDelegate _sockets;
    private readonly ITimer _timer;

    /// <param name="options">The options of the hub.</param>
    /// <param name="about">The description of the hub and its load.</param>
    /// <param name="choose">Called with the mode that a page has chosen.</param>
    public LivePage(HubOptions options, string about, Action<HubMode> choose)
    {
        // Not compressed. For one message per second, the allocations of a deflate stream are too many, because the figures are about
        // allocations.
        HubLimits limits = Limits with
        {
            PingAfter = options.Limits.PingAfter,
            PongTimeout = options.Limits.PongTimeout,
            CloseTimeout = options.Limits.CloseTimeout,
        };
        _context = new HubContext(options with { Limits = limits, Deflate = new DeflateOptions { IsEnabled = false } });
        var path = new PooledPath(_context);
        Feed = new LiveFeed(path.CreateRoom(), about, choose);
        _sockets = new HubRequests(_context, path, new Dictionary<string, IHubEndpoint> { [Socket] = Feed }).Answer;
        TimeSpan interval = _context.Options.SweepInterval;
        _timer = _context.Time.CreateTimer(static context => ((HubContext)context!).Sweep(), _context, interval, interval);
    }

    /// <summary>Gets the limits for pages, with the times of the hub. They are lower than the number of additional
    /// connections that a hub accepts to refuse clients.</summary>
    public static HubLimits Limits { get; } = new()
    {
        Connections = 100,
        PerAddress = 16,
        MessagesPerSecond = 4,
        ControlFramesPerSecond = 20,
        Messages = new MessageLimits { MaxMessage = LiveJson.MaxCommandLength, MaxFragments = 4 },
        QueuedMessages = 64,
    };

    public LiveFeed Feed { get; }

    public HubStatistics GetStatistics() => HubStatistics.Take(_context);

    public Task Answer(HttpContext http) => http.Request.Path == Socket ? AnswerSocket(http) : PageFiles.Answer(http);

    /// <summary>Closes the sockets, and accepts no more.</summary>
    public void End() => _context.Sockets.CloseAll();

    public void Dispose()
    {
        _timer.Dispose();
        Feed.Dispose();
        _context.Dispose();
    }

    private async Task AnswerSocket(HttpContext http)
    {
        IPAddress address = http.Connection.RemoteIpAddress!;
        var holder = new PlaceHolder(http.Abort);
        if (!_context.Book.TryConnect(address, holder))
        {
            http.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return;
        }

        try
        {
            await _sockets(http).ConfigureAwait(false);
        }
        finally
        {
            _context.Book.Disconnect(address, holder);
        }
    }
}
