using Pooling.GameServer.Bots;

namespace Pooling.GameServer.Hosting;

/// <summary>Provides a server of the sample and its bots, over real sockets.</summary>
public abstract class ServerTest : IAsyncDisposable
{
    private GameHost? _host;

    private protected List<Bot> Bots { get; } = [];

    private protected GameHost Host => _host!;

    public async ValueTask DisposeAsync()
    {
        foreach (Bot bot in Bots)
        {
            await bot.Leave();
            bot.Dispose();
        }

        if (_host is not null)
            await _host.DisposeAsync();
    }

    private protected void Start(string kind, ServerLimits? limits = null) =>
        _host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind), limits ?? TestLimits.Patient), 0);

    private protected Bot Add(int number)
    {
        var bot = new Bot(number);
        Bots.Add(bot);
        return bot;
    }

    private protected async Task<Bot> Connect(int number)
    {
        Bot bot = Add(number);
        await bot.Connect(Host.EndPoint);
        return bot;
    }
}
