using System.Net;

namespace Pooling.Samples.GameTick;

// The clocks and places of players.
public sealed partial class GameServerTests
{
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Receive_NoFrameInTime_DropsThePlayer(string way)
    {
        await using GameServer server = Start(way, new GameLimits { FirstFrame = TimeSpan.FromMilliseconds(200) });
        using var silent = new Client(server.EndPoint);
        using var slow = new Client(server.EndPoint);
        slow.Send([10, 0, 1, 0]); // the beginning of a frame

        silent.ReceiveEnd();
        slow.ReceiveEnd();

        server.Tick();
        Client.WaitUntil(() =>
        {
            server.Tick();
            return server.PlaceCount == 0;
        });
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Receive_NoFurtherFrameInTime_DropsThePlayer(string way)
    {
        await using GameServer server = Start(way, s_patient with { Silence = TimeSpan.FromMilliseconds(200) });
        using var client = new Client(server.EndPoint);

        client.Send(MovesOf(1));

        client.ReceiveEnd();
        Assert.Equal(1, server.WaitingCount);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Receive_ClientThatSendsNothingMoreAndGetsNoState_IsDroppedInTime(string way)
    {
        await using GameServer server = Start(way, s_patient with { Leaving = TimeSpan.FromMilliseconds(200) });
        using var client = new Client(server.EndPoint);

        client.EndSending();

        client.ReceiveEnd(); // without a tick
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Start_MorePlayersThanPlaces_ClosesTheOthers(string way)
    {
        await using GameServer server = Start(way, s_patient with { Players = 1 });
        using var first = new Client(server.EndPoint);
        first.ReceiveWelcome();
        using (var second = new Client(server.EndPoint))
            second.ReceiveEnd();

        first.Dispose();

        Client.WaitUntil(() =>
        {
            server.Tick(); // which forgets the first
            return IsPlaceFree(server);
        });
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Start_ManyPlayersOfOneAddress_LeavesAsManyPlacesToOthers(string way)
    {
        if (OperatingSystem.IsMacOS())
            return; // it has one loopback address

        await using GameServer server = Start(way, s_patient with { Players = 12 });
        var clients = new List<Client>();
        foreach (int address in (int[])[1, 2, 3])
        {
            int places = 0;
            for (bool isFree = true; isFree; places += isFree ? 1 : 0)
            {
                clients.Add(new Client(server.EndPoint, from: new IPAddress([127, 0, 0, (byte)address])));
                isFree = clients[^1].TryReceiveByte();
            }

            Assert.Equal(address switch { 1 => 6, 2 => 3, _ => 2 }, places); // of 12, of 6, of 3
        }

        clients.ForEach(static client => client.Dispose());
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Tick_PlayersWhoComeAndGoBetweenTicks_KeepNobodyOut(string way)
    {
        await using GameServer server = Start(way, s_patient with { Players = 4 });
        using var other = new Client(server.EndPoint);
        uint id = other.ReceiveWelcome();
        for (int i = 0; i < 50; i++) // far more moves than there is room for
        {
            using var client = new Client(server.EndPoint);
            if (!client.TryReceiveByte())
                continue;

            client.Send(MovesOf(GameServer.MaxWaiting));
            Client.WaitUntil(() => server.WaitingCount == GameServer.MaxWaiting); // it keeps its place until a tick
            client.Reset();
        }

        Assert.InRange(server.WaitingCount, 0, 3 * GameServer.MaxWaiting);
        other.Send(Client.MoveFrame(5, 1, 1));
        Client.WaitUntil(() => server.WaitingCount == GameServer.MaxWaiting + 1);
        server.Tick();
        Assert.Equal((1u, 5u, 1, 1), other.ReceiveState(id));
    }
}
