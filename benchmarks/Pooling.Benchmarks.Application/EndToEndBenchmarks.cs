using System.Net;
using System.Net.Sockets;
using Pooling.GameServer;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Hosting;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures packets between players that walk and their server: encrypted, through sockets, including the work of both
/// ends.</summary>
/// <remarks>In each round, every player sends an input, and the server ticks until the next broadcast. Then every player receives its
/// answer, and the updates of the players that it sees before or directly after it. There is no clock: the next round begins
/// immediately.</remarks>
[AllThreads]
public class EndToEndBenchmarks
{
    private const int Packets = 2000; // a few rounds

    private readonly List<Bot> _bots = [];
    private IGameServer? _server;
    private long _tick;
    private long _rounds;
    private long _goal; // of packets: those that a round sends beyond an invocation count for the next one

    [GlobalCleanup]
    public void Cleanup()
    {
        _bots.ForEach(static bot => bot.Leave().GetAwaiter().GetResult());
        _server!.Stop().GetAwaiter().GetResult();
        _bots.ForEach(static bot => bot.Dispose());
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Packets), Row("POOL-game-end-to-end", Role.Before)]
    public int Before() => Play(_server ??= Start(ServerKind.Before));

    [Benchmark(OperationsPerInvoke = Packets), Row("POOL-game-end-to-end", Role.Ours)]
    public int Pooled() => Play(_server ??= Start(ServerKind.Pooled));

    private IGameServer Start(ServerKind kind)
    {
        IGameServer server = GameServers.Create(kind, new ServerLimits { Silence = TimeSpan.FromHours(1), HandshakesPerSecond = 1000 });
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        for (int number = 0; number < 100; number++)
        {
            var bot = new Bot(number);
            _bots.Add(bot);
            Task connecting = bot.Connect(listener.LocalEndpoint);
            Socket socket = listener.AcceptSocket();
            socket.NoDelay = true;
            server.Accept(socket);
            while (!connecting.Wait(1)) // it has its own timeout
                server.Tick(_tick++);
        }

        for (int i = 0; i < 200; i++)
            PlayRound(server); // until every player knows the others that it sees, and every buffer has its size

        _goal = server.Counters.PacketsIn + server.Counters.PacketsOut;
        return server;
    }

    /// <returns>The number of players that received only correct data.</returns>
    private int Play(IGameServer server)
    {
        for (_goal += Packets; server.Counters.PacketsIn + server.Counters.PacketsOut < _goal;)
            PlayRound(server);

        return _bots.Count(static bot => bot.Counters.WrongAcks == 0);
    }

    private void PlayRound(IGameServer server)
    {
        long received = server.Counters.PacketsIn + _bots.Count;
        _bots.ForEach(static bot => bot.SendInput());
        while (server.Counters.PacketsIn < received)
            Thread.Yield();

        for (int i = 0; i < WorldRules.BroadcastTicks; i++)
            server.Tick(_tick++);

        _rounds++;
        long ticked = Environment.TickCount64;
        foreach (Bot bot in _bots)
        {
            while (Volatile.Read(ref bot.Counters.Acks) < _rounds)
            {
                Thread.Yield();
                if (Environment.TickCount64 == ticked)
                    continue;

                ticked = Environment.TickCount64;
                server.Tick(_tick++); // a connection that was still writing gets the rest now
            }
        }
    }
}
