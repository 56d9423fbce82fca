using System.Buffers;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using WebSockets.Hub.After;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;

namespace WebSockets.Hub;

/// <summary>A WebSocket hub on Kestrel, with the paths <c>/echo</c> and <c>/broadcast</c>, and the endpoints of its options.</summary>
public sealed class HubServer : IAsyncDisposable
{
    private readonly WebApplication _application;
    private readonly HubContext _context;
    private readonly IHubRoom _room;
    private readonly ITimer _timer;

    private HubServer(WebApplication application, HubContext context, IMessagePath path)
    {
        _application = application;
        _context = context;
        _room = path.CreateRoom();
        var endpoints = new Dictionary<string, IHubEndpoint>(context.Options.Endpoints, StringComparer.Ordinal)
        {
            ["/echo"] = new EchoEndpoint(),
            ["/broadcast"] = new BroadcastEndpoint(_room),
        };
        _application.Run(new HubRequests(context, path, endpoints).Answer);
        _application.Lifetime.ApplicationStopping.Register(End); // before Kestrel stops, because it waits for the sockets then
        TimeSpan interval = context.Options.SweepInterval;
        _timer = context.Time.CreateTimer(static context => ((HubContext)context!).Sweep(), context, interval, interval);
    }

    /// <summary>Gets the port.</summary>
    public int Port => Address.Port;

    /// <summary>Gets the address, without a path.</summary>
    public Uri Address => AddressOf(_application.Urls.First());

    /// <summary>Gets the address for HTTP/2; <see langword="null"/> if there is none.</summary>
    public Uri? Http2Address => _context.Options.Http2Port is null ? null : AddressOf(_application.Urls.Last());

    /// <summary>Gets the sockets of <c>/broadcast</c>.</summary>
    public IHubRoom Room => _room;

    /// <summary>Starts a hub.</summary>
    /// <param name="options">The options.</param>
    /// <exception cref="IOException">The port is in use.</exception>
    public static Task<HubServer> StartAsync(HubOptions options) => StartAsync(options, static context => new PooledPath(context));

    /// <param name="options">The options.</param>
    /// <param name="createPath">Creates the path of messages.</param>
    /// <param name="arrays">The pool for arrays; <see langword="null"/> for <see cref="ArrayPool{T}.Shared"/>.</param>
    internal static async Task<HubServer> StartAsync(
        HubOptions options, Func<HubContext, IMessagePath> createPath, ArrayPool<byte>? arrays = null)
    {
        ArgumentNullException.ThrowIfNull(options);

        var context = new HubContext(options, arrays);
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => KestrelLimits.Apply(kestrel, context))
            .UseSockets(static sockets => sockets.MaxReadBufferSize = KestrelLimits.BytesUnread);
        builder.Services.AddLogging();
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = options.Limits.CloseTimeout * 2);
        builder.Services.AddSingleton<IHostLifetime, NoLifetime>(); // the program itself handles signals
        var server = new HubServer(builder.Build(), context, createPath(context));
        try
        {
            await server._application.StartAsync().ConfigureAwait(false);
        }
        catch
        {
            await server.Release().ConfigureAwait(false);
            throw;
        }

        return server;
    }

    public HubStatistics GetStatistics() => HubStatistics.Take(_context);

    /// <summary>Stops accepting sockets, sends what is queued, closes all sockets and stops.</summary>
    public async ValueTask DisposeAsync()
    {
        await _application.StopAsync().ConfigureAwait(false);
        await Release().ConfigureAwait(false);
    }

    private static Uri AddressOf(string url) => new UriBuilder(url) { Scheme = "ws" }.Uri;

    private void End()
    {
        _room.Dispose(); // nobody waits to be admitted any more
        _context.LongWork.Dispose();
        _context.Sockets.CloseAll();
    }

    private async Task Release()
    {
        await _timer.DisposeAsync().ConfigureAwait(false);
        await _application.DisposeAsync().ConfigureAwait(false);
        _room.Dispose();
        _context.Dispose();
    }

    private sealed class NoLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
