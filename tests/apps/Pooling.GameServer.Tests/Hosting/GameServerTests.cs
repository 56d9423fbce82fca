using System.Net.Sockets;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>Tests the behavior of every server of the sample, over real sockets.</summary>
public sealed class GameServerTests : ServerTest
{
    [Theory]
    [InlineData(nameof(ServerKind.Before))]
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
        await Wait.Until(() => second.Counters.ChatsReceived == 2 && first.Counters.ChatsReceived == 2 && Count() == 2);

        Assert.Equal(["1 bot-1 one", "2 bot-1 two \u00e4 \U00010005"], texts);
        Assert.Equal(4, Host.Server.Counters.ChatQueued);

        int Count()
        {
            lock (texts)
                return texts.Count;
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Leave_OfAPlayer_TakesItOutOfSight(string kind)
    {
        Start(kind);
        List<Bot> bots = [];
        for (int i = 1; i <= 40; i++)
            bots.Add(await Connect(i));

        Bot? seen = null;
        await Wait.Until(() => (seen = bots.Find(bot => bots.Any(other => Sees(other, bot)))) is not null);
        await seen!.Leave();

        await Wait.Until(() => Host.Server.Players == 39 && !bots.Any(other => other != seen && Sees(other, seen)));
        await Wait.Until(() => Host.Server.Counters.Disconnects(DisconnectReason.PeerLeft) == 1);
        await Wait.Until(() => Host.Server.Connections == 39);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Accept_WhenFull_SaysSo(string kind)
    {
        Start(kind, TestLimits.Patient with { Clients = 1 });
        await Connect(1);

        Bot second = Add(2);
        await Assert.ThrowsAsync<IOException>(() => second.Connect(Host.EndPoint));

        Assert.Equal(DisconnectReason.ServerFull, second.Reason);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Stop_WithPlayers_NotifiesThem(string kind)
    {
        Start(kind);
        Bot bot = await Connect(1);

        await Host.Stop();
        await Wait.Until(() => bot.HasEnded);

        Assert.Equal(DisconnectReason.Shutdown, bot.Reason);
        Assert.Equal(0, Host.Server.Connections);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Accept_ManyMoreThanTheLimit_HoldsFewOfThem(string kind)
    {
        Start(kind, TestLimits.Patient with { Clients = 1, Farewell = TimeSpan.FromSeconds(1) });
        Bot player = await Connect(1);
        var sockets = new List<Socket>();
        for (int i = 0; i < 200; i++)
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(Host.EndPoint);
            sockets.Add(socket);
        }

        await Wait.Until(() => Host.Server.Counters.Disconnects(DisconnectReason.ServerFull) == 200);
        Assert.InRange(Host.Server.Connections, 1, 65);
        await Wait.Until(() => Host.Server.Connections == 1); // a second or two later
        player.SendInput();
        await Wait.Until(() => player.Counters.Acks == 1);
        foreach (Socket socket in sockets)
            socket.Dispose();
    }

    private static bool Sees(Bot bot, Bot other) => bot != other && bot.Sight.Copy().Any(pair => pair.Key == other.Entity);
}
