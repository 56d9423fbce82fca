using System.Net;
using System.Net.Sockets;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>Tests that clients are admitted while others attempt to keep everybody out.</summary>
public sealed class AdmissionTests
{
    private const string Elsewhere = "127.0.0.2";

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Accept_OneAddressOpensAllItCan_AnotherOnePlays(string kind)
    {
        var host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind),
            TestLimits.Patient with { Clients = 100, PerAddress = 40, HalfOpen = 50 }), 0);
        await using (host.ConfigureAwait(false))
        {
            List<Socket> sockets = [];
            for (int i = 0; i < 300; i++)
            {
                var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(host.EndPoint);
                sockets.Add(socket);
            }

            await Wait.Until(() => host.Server.Counters.Disconnects(DisconnectReason.ServerBusy) == 290); // 10 may be half open
            await AssertPlays(host.EndPoint, 1);
            foreach (Socket socket in sockets)
                socket.Dispose();
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Accept_PlayersOfOneAddress_HoldNoMoreThanItsPlaces(string kind)
    {
        var host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind),
            TestLimits.Patient with { Clients = 6, PerAddress = 5 }), 0);
        await using (host.ConfigureAwait(false))
        {
            List<Bot> bots = [];
            for (int i = 1; i <= 5; i++)
            {
                bots.Add(new Bot(i));
                await bots[^1].Connect(host.EndPoint);
            }

            using var refused = new Bot(6);
            await Assert.ThrowsAsync<IOException>(() => refused.Connect(host.EndPoint));
            Assert.Equal(DisconnectReason.AddressFull, refused.Reason);
            await AssertPlays(host.EndPoint, 7);
            foreach (Bot bot in bots)
            {
                await bot.Leave();
                bot.Dispose();
            }
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Silence_BeforeTheHello_EndsTheConnectionSooner(string kind)
    {
        var host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind),
            TestLimits.Patient with { Hello = TimeSpan.FromSeconds(1) }), 0);
        await using (host.ConfigureAwait(false))
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(host.EndPoint);

            await Wait.Until(() => host.Server.Connections == 0 && host.Server.Counters.Disconnects(DisconnectReason.Timeout) == 1);
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Hello_MoreThanASecondHas_WaitsAndIsAnsweredInTheEnd(string kind)
    {
        var host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind),
            TestLimits.Patient with { HandshakesPerSecond = 20 }), 0);
        await using (host.ConfigureAwait(false))
        {
            Bot[] bots = [.. Enumerable.Range(1, 25).Select(static number => new Bot(number))];
            var time = System.Diagnostics.Stopwatch.StartNew();
            await Task.WhenAll(bots.Select(bot => bot.Connect(host.EndPoint)));

            Assert.InRange(time.Elapsed.TotalSeconds, 1.4, double.MaxValue); // 10 at once, 10 a second from one address
            foreach (Bot bot in bots)
            {
                await bot.Leave();
                bot.Dispose();
            }
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Hello_OfOneAddressThatLeavesAtOnceAgainAndAgain_KeepsNobodyOut(string kind)
    {
        var host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind),
            TestLimits.Patient with { HalfOpen = 8, HandshakesPerSecond = 2 }), 0);
        await using (host.ConfigureAwait(false))
        {
            for (int i = 1; i <= 30; i++)
            {
                using Bot bot = await SayHello(host, i);
                await bot.Leave();
                await Wait.Until(() => host.Server.Tasks == 0); // its place is free before its task ends
            }

            await AssertPlays(host.EndPoint, 31);
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Hello_OfOneAddressThatWaitsOnAllPlaces_KeepsNobodyOut(string kind)
    {
        var host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind),
            TestLimits.Patient with { HalfOpen = 8, HandshakesPerSecond = 2 }), 0);
        await using (host.ConfigureAwait(false))
        {
            List<Bot> bots = [];
            for (int i = 1; i <= 8; i++)
                bots.Add(await SayHello(host, i));

            await bots[0].Leave(); // only this one was answered at once
            await Wait.Until(() => host.Server.Tasks == 7); // its place is free before its task ends
            bots.Add(await SayHello(host, 9));

            await AssertPlays(host.EndPoint, 10);
            foreach (Bot bot in bots)
            {
                await bot.Leave();
                bot.Dispose();
            }
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before), "bot-1", DisconnectReason.NameTaken)]
    [InlineData(nameof(ServerKind.Pooled), "bot-1", DisconnectReason.NameTaken)]
    [InlineData(nameof(ServerKind.Before), "BOT-1", DisconnectReason.NameTaken)]
    [InlineData(nameof(ServerKind.Pooled), "BOT-1", DisconnectReason.NameTaken)]
    [InlineData(nameof(ServerKind.Before), "\u202Ebot-1", DisconnectReason.BadText)]
    [InlineData(nameof(ServerKind.Pooled), "\u202Ebot-1", DisconnectReason.BadText)]
    public async Task Login_NameOfAnother_IsRefusedUntilItLeaves(string kind, string name, object reason)
    {
        var host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind), TestLimits.Patient), 0);
        await using (host.ConfigureAwait(false))
        {
            using var first = new Bot(1);
            await first.Connect(host.EndPoint);
            using var second = new Bot(2) { Name = name };
            await Assert.ThrowsAsync<IOException>(() => second.Connect(host.EndPoint));
            Assert.Equal(reason, second.Reason);
            Assert.False(first.HasEnded);

            await first.Leave();
            await Wait.Until(() => host.Server.Players == 0);
            using var third = new Bot(1);
            await third.Connect(host.EndPoint);
            await third.Leave();
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Chat_WithControls_EndsItsSender(string kind)
    {
        var host = GameHost.Start(GameServers.Create(Enum.Parse<ServerKind>(kind), TestLimits.Patient), 0);
        await using (host.ConfigureAwait(false))
        {
            using var bot = new Bot(1);
            await bot.Connect(host.EndPoint);
            bot.SendChat("hi\u001B[2J");

            await Wait.Until(() => bot.HasEnded);
            Assert.Equal(DisconnectReason.BadText, bot.Reason);
        }
    }

    private static async Task<Bot> SayHello(GameHost host, int number)
    {
        long before = host.Server.Counters.PacketsIn;
        var bot = new Bot(number);
        await bot.Begin(host.EndPoint, saysHello: true, CancellationToken.None);
        await Wait.Until(() => host.Server.Counters.PacketsIn > before);
        return bot;
    }

    private static async Task AssertPlays(EndPoint server, int number)
    {
        var relay = new RecordingRelay(server, Elsewhere);
        await using (relay.ConfigureAwait(false))
        {
            using var bot = new Bot(number);
            await bot.Connect(relay.EndPoint);
            bot.SendInput();
            await Wait.Until(() => bot.Counters.Acks == 1);
            await bot.Leave();
        }
    }
}
