using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Pooling.GameServer.Bots;

namespace Pooling.GameServer.Hosting;

/// <summary>A server without a clock. A test triggers its ticks, so that the effects of a tick can also be counted on a busy
/// machine.</summary>
internal sealed class ManualServer : IAsyncDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<Bot> _bots = [];
    private readonly Task _accepting;
    private long _tick;

    public ManualServer(string kind, ServerLimits limits)
    {
        Server = GameServers.Create(Enum.Parse<ServerKind>(kind), limits with { HandshakesPerSecond = 10_000, PerAddress = 10_000 });
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(1024);
        _accepting = Accept();
    }

    public IGameServer Server { get; }

    public ServerCounters Counters => Server.Counters;

    public IReadOnlyList<Bot> Bots => _bots;

    public void Tick() => Server.Tick(_tick++);

    /// <summary>Ticks until a condition is true.</summary>
    public async Task TickUntil(Func<bool> holds, [CallerArgumentExpression(nameof(holds))] string what = "")
    {
        for (var time = Stopwatch.StartNew(); !holds(); await Task.Delay(1))
        {
            Assert.True(time.Elapsed < Wait.Patience, $"It did not happen: {what}.");
            Tick();
        }
    }

    /// <summary>Connects bots, one after the other.</summary>
    public async Task<Bot[]> Connect(int count)
    {
        var bots = new Bot[count];
        for (int i = 0; i < count; i++)
        {
            long before = Counters.PacketsIn;
            bots[i] = new Bot(_bots.Count + 1);
            _bots.Add(bots[i]);
            Task connecting = bots[i].Connect(_listener.LocalEndPoint!);
            await TickUntil(() => connecting.IsCompleted);
            await connecting;
            await TickUntil(() => Counters.PacketsIn == before + 2); // its hello and login: counted late
        }

        return bots;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (Bot bot in _bots)
            await bot.Leave();

        _listener.Dispose();
        await _accepting;
        await Server.Stop();
        foreach (Bot bot in _bots)
            bot.Dispose();
    }

    private async Task Accept()
    {
        try
        {
            while (true)
            {
                Socket socket = await _listener.AcceptAsync();
                socket.NoDelay = true;
                socket.SendBufferSize = Server.Limits.SendBuffer;
                Server.Accept(socket);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The normal end of the loop.
        }
    }
}
