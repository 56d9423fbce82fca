using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>What every server of the sample must do, over real sockets.</summary>
public sealed class GameServerTests : IAsyncLifetime
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1); // only what is wrong takes so long

    private readonly List<Bot> _bots = [];
    private GameHost? _host;

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        foreach (Bot bot in _bots)
        {
            await bot.Leave();
            bot.Dispose();
        }

        if (_host is not null)
            await _host.DisposeAsync();
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Input_ManySteps_AreAnsweredWithWhereTheyLead(string kind)
    {
        Start(kind);
        Bot bot = await Connect(1);

        for (int i = 1; i <= 300; i++)
        {
            bot.SendInput();
            if (i % 50 == 0)
                await Until(() => bot.Counters.Acks == i); // or answers that wait for long give way to newer ones
        }

        Assert.Equal(0, bot.Counters.WrongAcks);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Swarm_ThatStops_IsSeenWhereItIs(string kind)
    {
        Start(kind);
        await AssertSwarmIsRight(30, 3);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Swarm_WhoseStateGivesWay_IsSeenWhereItIs(string kind)
    {
        Start(kind, new ServerLimits { OutboundState = 2 });
        await AssertSwarmIsRight(40, 3);
        Assert.InRange(_host!.Server.Counters.StateDropped, 100, long.MaxValue);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Swarm_KeysThatChangeOften_GoesOn(string kind)
    {
        Start(kind, new ServerLimits { RekeyAfter = 7 });
        await AssertSwarmIsRight(30, 2, leastPacketsPerKey: 7);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Chat_FromOne_ReachesAllInOrder(string kind)
    {
        Start(kind);
        var texts = new List<string>();
        Bot first = await Connect(1);
        Bot second = await Connect(2);
        second.OnChatMessage = message => { lock (texts) texts.Add($"{message.Number} {message.Name} {message.Text}"); };

        first.SendChat("one");
        first.SendChat("two \u00e4 \U00010005");
        await Until(() => second.Counters.ChatsReceived == 2 && first.Counters.ChatsReceived == 2);

        Assert.Equal(["1 bot-1 one", "2 bot-1 two \u00e4 \U00010005"], texts);
        Assert.Equal(4, _host!.Server.Counters.ChatQueued);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Leave_OfAPlayer_TakesItOutOfSight(string kind)
    {
        Start(kind);
        List<Bot> bots = [];
        for (int i = 1; i <= 40; i++)
            bots.Add(await Connect(i));

        Bot? seen = null;
        await Until(() => (seen = bots.Find(bot => bots.Any(other => Sees(other, bot)))) is not null);
        await seen!.Leave();

        await Until(() => _host!.Server.Players == 39 && !bots.Any(other => other != seen && Sees(other, seen)));
        Assert.Equal(1, _host!.Server.Counters.Disconnects(DisconnectReason.PeerLeft));
        await Until(() => _host!.Server.Connections == 39);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Accept_WhenFull_SaysSo(string kind)
    {
        Start(kind, new ServerLimits { Clients = 1 });
        await Connect(1);

        Bot second = Add(2);
        await Assert.ThrowsAsync<IOException>(() => second.Connect(_host!.EndPoint));

        Assert.Equal(DisconnectReason.ServerFull, second.Reason);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Silence_OfAPlayer_EndsItWithAReason(string kind)
    {
        Start(kind, new ServerLimits { Silence = TimeSpan.FromSeconds(1) });
        Bot bot = await Connect(1);

        await Until(() => bot.HasEnded);

        Assert.Equal(DisconnectReason.Timeout, bot.Reason);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Silence_BeforeTheHandshake_EndsTheConnection(string kind)
    {
        Start(kind, new ServerLimits { Handshake = TimeSpan.FromSeconds(1) });
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(_host!.EndPoint);

        using var stream = new NetworkStream(socket);
        using var received = new MemoryStream();
        await stream.CopyToAsync(received); // to the end of the connection

        received.Position = 0;
        Packet packet = Packet.Parser.ParseDelimitedFrom(received);
        Assert.Equal((Opcode.Disconnect, PacketFlags.Clear), (packet.Header.Type, packet.Header.Flags));
        Assert.Equal(DisconnectReason.Timeout, Disconnect.Parser.ParseFrom(packet.Payload).Reason);
        Assert.Equal(received.Length, received.Position);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Reliable_MorePacketsThanMayWait_EndsTheSlowClient(string kind)
    {
        Start(kind, new ServerLimits { OutboundReliable = 3 });
        for (int i = 1; i <= 60 && SlowClients() == 0; i++)
        {
            try
            {
                await Connect(i);
            }
            catch (IOException)
            {
                // Refused before it heard that it was in the world: it is told at once of all that it sees.
            }
        }

        await Until(() => SlowClients() > 0 && _bots.Exists(static bot => bot.HasEnded));

        long SlowClients() => _host!.Server.Counters.Disconnects(DisconnectReason.SlowClient);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Flood_OfInputs_EndsItsSenderAlone(string kind)
    {
        Start(kind, new ServerLimits { CommandsPerTick = 5, CommandsAtOnce = 5, Inbound = 20 });
        Bot good = await Connect(1);
        Bot bad = await Connect(2);

        for (var time = Stopwatch.StartNew(); !bad.HasEnded && time.Elapsed < s_patience;)
            bad.SendInput();

        Assert.True(bad.HasEnded);
        Assert.Equal(1, _host!.Server.Counters.Disconnects(DisconnectReason.Flooding));
        good.SendInput();
        await Until(() => good.Counters.Acks == 1);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Stop_WithPlayers_TellsThem(string kind)
    {
        Start(kind);
        Bot bot = await Connect(1);

        await _host!.Stop();
        await Until(() => bot.HasEnded);

        Assert.Equal(DisconnectReason.Shutdown, bot.Reason);
        Assert.Equal(0, _host.Server.Connections);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task JoinsAndLeaves_AtRandom_LeaveNothing(string kind)
    {
        Start(kind);
        var random = new Random(5);
        for (int i = 0; i < 150; i++)
        {
            if (_bots.Count(static bot => !bot.HasEnded) < 20 && random.Next(3) > 0)
            {
                await Connect(i);
            }
            else if (_bots.Where(static bot => !bot.HasEnded).ToArray() is { Length: > 0 } live)
            {
                Bot bot = live[random.Next(live.Length)];
                bot.SendInput();
                bot.SendChat("bye");
                await bot.Leave();
            }
        }

        foreach (Bot bot in _bots)
            await bot.Leave();

        await Until(() => _host!.Server.Connections == 0 && _host.Server.Players == 0);
        Assert.Equal(0, Enum.GetValues<DisconnectReason>().Where(static reason => reason != DisconnectReason.PeerLeft).Sum(_host!.Server.Counters.Disconnects));
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Silence_WithPartsOfAPacket_EndsThePlayer(string kind)
    {
        Start(kind, new ServerLimits { Silence = TimeSpan.FromSeconds(1) });
        Bot bot = await Connect(1);

        for (int i = 0; i < 100 && !bot.HasEnded; i++)
        {
            bot.SendPart(isFirst: i == 0);
            await Task.Delay(100);
        }

        Assert.Equal(DisconnectReason.Timeout, bot.Reason);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Write_ToAPlayerWhoDoesNotRead_EndsItAloneTellsItAndLeavesNothing(string kind)
    {
        Start(kind, new ServerLimits
        {
            Write = TimeSpan.FromSeconds(3),
            SendBuffer = 4096,
            ChatPerSecond = int.MaxValue,
            ChatPerTick = 1000,
            ChatPacketsPerTick = int.MaxValue,
            ChatWaiting = 1 << 17,
            OutboundReliable = 1_000_000,
        });
        Bot loud = await Connect(1);
        Bot deaf = await Connect(2);
        using var blocked = new ManualResetEventSlim();
        deaf.OnChatMessage = _ => blocked.Wait();

        string text = new('x', ProtocolLimits.ChatText);
        int sent = 0;
        for (; sent < 100_000 && _host!.Server.Players == 2; sent++)
        {
            loud.SendChat(text);
            if (sent % 20 == 0)
                await Task.Delay(10);
        }

        blocked.Set(); // so that it reads, too late
        Assert.Equal(1, _host!.Server.Counters.Disconnects(DisconnectReason.SlowClient));
        await Until(() => deaf.HasEnded);
        Assert.Equal(DisconnectReason.SlowClient, deaf.Reason);
        await Until(() => _host.Server.Connections == 1);
        await Until(() => loud.Counters.ChatsReceived == sent && !loud.HasEnded);
        Assert.Equal(0, loud.Counters.ChatGaps);
        await loud.Leave();
        await Until(() => _host.Server is { Players: 0, Connections: 0, Tasks: 0 });
    }

    [Theory]
    [InlineData(nameof(ServerKind.Stock))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Accept_ManyMoreThanTheLimit_HoldsFewOfThem(string kind)
    {
        Start(kind, new ServerLimits { Clients = 1 });
        Bot player = await Connect(1);
        var sockets = new List<Socket>();
        for (int i = 0; i < 200; i++)
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(_host!.EndPoint);
            sockets.Add(socket);
        }

        await Until(() => _host!.Server.Counters.Disconnects(DisconnectReason.ServerFull) == 200);
        Assert.InRange(_host!.Server.Connections, 1, 65);
        await Until(() => _host.Server.Connections == 1); // a second or two later
        player.SendInput();
        await Until(() => player.Counters.Acks == 1);
        foreach (Socket socket in sockets)
            socket.Dispose();
    }

    private static bool Sees(Bot bot, Bot other) => bot != other && bot.Sight.Copy().Any(pair => pair.Key == other.Entity);

    private static async Task Until(Func<bool> holds, [CallerArgumentExpression(nameof(holds))] string what = "")
    {
        for (var time = Stopwatch.StartNew(); !holds(); await Task.Delay(10))
            Assert.True(time.Elapsed < s_patience, $"Waited in vain for {what}");
    }

    private async Task AssertSwarmIsRight(int bots, int seconds, long leastPacketsPerKey = ProtocolLimits.LeastPacketsPerKey)
    {
        var swarm = new BotSwarm(new BotSwarmOptions { Count = bots, InputsPerSecond = 30, ChatSeconds = 2, LeastPacketsPerKey = leastPacketsPerKey });
        await using (swarm.ConfigureAwait(false))
        {
            await swarm.Start(_host!.EndPoint, static _ => { }, CancellationToken.None);
            await Task.Delay(TimeSpan.FromSeconds(seconds));
            await Until(() => swarm.Bots.Any(static bot => bot.Counters.ChatsReceived > 0) && swarm.Bots.Any(static bot => bot.Sight.Copy().Length > 0));
            BotReport report = await swarm.Finish(CancellationToken.None);

            Assert.Empty(report.Faults);
            Assert.InRange(report.Seen, 1, int.MaxValue);
            Assert.InRange(report.ChatsReceived, 1, long.MaxValue);
        }
    }

    private void Start(string kind, ServerLimits? limits = null) =>
        _host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind), limits ?? new ServerLimits()), 0);

    private Bot Add(int number)
    {
        var bot = new Bot(number);
        _bots.Add(bot);
        return bot;
    }

    private async Task<Bot> Connect(int number)
    {
        Bot bot = Add(number);
        await bot.Connect(_host!.EndPoint);
        return bot;
    }
}
