using Pooling.Samples.GameTick;

namespace Pooling.Services.Hosts;

/// <summary>The sample GameTick, by the clock.</summary>
internal sealed class GameHost : IAsyncDisposable
{
    private const int TicksPerSecond = 30;

    private readonly CancellationTokenSource _stopping = new();
    private readonly GameServer _server;
    private readonly Task _ticking;

    private GameHost(GameServer server)
    {
        _server = server;
        server.Start();
        _ticking = server.RunAsync(TimeSpan.FromSeconds(1) / TicksPerSecond, _stopping.Token);
    }

    public static Task<RunningHost> StartAsync(bool isPooled)
    {
        var limits = new GameLimits { FirstFrame = TimeSpan.FromMinutes(1) }; // the first bots wait for the others
        var host = new GameHost(isPooled ? new PooledServer(limits) : new PlainServer(limits));
        return Task.FromResult(new RunningHost(host, host._server.EndPoint.ToString()));
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _ticking.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _server.DisposeAsync();
        _stopping.Dispose();
    }
}
