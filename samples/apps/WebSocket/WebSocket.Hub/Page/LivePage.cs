using System.Net;
using Microsoft.AspNetCore.Http;
using WebSockets.Hub.After;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Messages;

namespace WebSockets.Hub.Page;

/// <summary>The files of the page, and the socket that feeds it. Its sockets have limits of their own and count for none of the hub's: who
/// looks on keeps nobody out. Any thread.</summary>
internal sealed class LivePage : IDisposable
{
    private const string Socket = "/live";

    private readonly HubContext _context;
    private readonly RequestDelegate _sockets;
    private readonly ITimer _timer;

    /// <param name="options">The hub's.</param>
    /// <param name="about">What the hub runs on, and what loads it.</param>
    /// <param name="choose">Is told what a page has chosen.</param>
    public LivePage(HubOptions options, string about, Action<HubMode> choose)
    {
        // Not compressed: for a message a second it is not worth what a deflate stream allocates, in figures that are about allocations.
        _context = new HubContext(options with { Limits = Limits, Deflate = new DeflateOptions { IsEnabled = false } });
        var path = new PooledPath(_context);
        Feed = new LiveFeed(path.CreateRoom(), about, choose);
        _sockets = new HubRequests(_context, path, new Dictionary<string, IHubEndpoint> { [Socket] = Feed }).Answer;
        TimeSpan interval = _context.Options.SweepInterval;
        _timer = _context.Time.CreateTimer(static context => ((HubContext)context!).Sweep(), _context, interval, interval);
    }

    /// <summary>What pages may do. They are fewer than the connections that a hub has to spare for those that it refuses.</summary>
    public static HubLimits Limits { get; } = new()
    {
        Connections = 100,
        PerAddress = 16,
        MessagesPerSecond = 4,
        ControlFramesPerSecond = 20,
        Messages = new MessageLimits { MaxMessage = LiveJson.LongestCommand, MaxFragments = 4 },
        QueuedMessages = 64,
    };

    public LiveFeed Feed { get; }

    public HubStatistics GetStatistics() => HubStatistics.Take(_context);

    public Task Answer(HttpContext http) => http.Request.Path == Socket ? AnswerSocket(http) : PageFiles.Answer(http);

    /// <summary>Closes the sockets, and takes no more.</summary>
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
        Action abort = http.Abort;
        if (!_context.Book.TryConnect(address, abort))
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
            _context.Book.Disconnect(address, abort);
        }
    }
}
