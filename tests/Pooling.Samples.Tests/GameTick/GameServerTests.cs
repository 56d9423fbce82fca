namespace Pooling.Samples.GameTick;

/// <summary>Both servers, as their clients see them.</summary>
public sealed partial class GameServerTests
{
    internal const string Plain = "plain";
    internal const string Pooled = "pooled";

    private static readonly string[] s_ways = [Plain, Pooled];

    // On a busy machine, clients of a test that has nothing to do with these limits may take long.
    private static readonly GameLimits s_patient = new()
    {
        Players = 200,
        FirstFrame = TimeSpan.FromMinutes(5),
        Silence = TimeSpan.FromMinutes(5),
        Leaving = TimeSpan.FromMinutes(5),
    };

    public static MatrixTheoryData<string, string> BadFrames => new(s_ways,
    [
        "0000", // no opcode
        "0100FF", // half an opcode
        "4100", // longer than MaxFrame by one byte: the length is enough to see that
        "FFFF",
        "02000900", // an opcode that is unknown
        "02000400", // an opcode of the server
        "0300020000", // a leave with content
        "0900010001000000010001", // a move that is too short
        "0B0001000100000001000100FF", // a move that is too long
        "0A000100010000000B000000", // a step of 11
        "0A00010001000000" + "0000F5FF", // a step of -11
        "0A0001000100000001000100" + "02000900", // a good frame before a bad one
    ]);

    public static TheoryData<string> Ways => [.. s_ways];

    [Fact]
    public async Task Play_BothWays_SendTheSameStates()
    {
        Assert.Equal(await HashOfStates(Plain), await HashOfStates(Pooled));

        static async Task<string> HashOfStates(string way)
        {
            await using GameServer server = Start(way);
            using var bots = new Bots();
            bots.Connect(server.EndPoint, 10);
            bots.Play(server, 20);
            return bots.StatesHash;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Receive_FramesCutAnywhere_CarriesOutEachMove(string way)
    {
        const int BytesAlone = 14; // a frame, and the length of the next one

        await using GameServer server = Start(way);
        using var client = new Client(server.EndPoint);
        uint id = client.ReceiveWelcome();
        byte[] frames = [.. Client.MoveFrame(1, 1, -1), .. Client.MoveFrame(2, 10, -10), .. Client.MoveFrame(3, 5, 0)];

        for (int i = 0; i < BytesAlone; i++)
            client.Send([frames[i]]);

        client.Send(frames.AsSpan(BytesAlone));
        Client.WaitUntil(() => server.WaitingCount == 3);
        server.Tick();

        Assert.Equal((1u, 3u, 16, -11), client.ReceiveState(id));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Receive_MoreThanTheBufferHolds_CarriesOutEachMove(string way)
    {
        await using GameServer server = Start(way);
        using var client = new Client(server.EndPoint);
        uint id = client.ReceiveWelcome();
        byte[] frames = [.. Enumerable.Range(0, GameServer.MaxWaiting).SelectMany(static i => Client.MoveFrame((uint)i, 1, 2))];

        for (int round = 1; round <= 10; round++)
        {
            client.Send(frames);
            Client.WaitUntil(() => server.WaitingCount == GameServer.MaxWaiting);
            server.Tick();
            Assert.Equal(((uint)round, 31u, round * 32, round * 64), client.ReceiveState(id));
        }
    }

    [Theory]
    [MemberData(nameof(BadFrames))]
    public async Task Receive_BadFrame_DropsThatPlayerOnly(string way, string frame)
    {
        await using GameServer server = Start(way);
        using var other = new Client(server.EndPoint);
        using var client = new Client(server.EndPoint);
        uint id = other.ReceiveWelcome();

        client.Send(Convert.FromHexString(frame));
        client.ReceiveEnd();

        server.Tick();
        Assert.Equal((1u, 0u, 0, 0), other.ReceiveState(id));
        other.Send(Client.MoveFrame(7, 3, 4));
        Client.WaitUntil(() => server.WaitingCount == 1);
        server.Tick();
        Assert.Equal((2u, 7u, 3, 4), other.ReceiveState(id));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Receive_Leave_EndsTheConnection(string way)
    {
        await using GameServer server = Start(way);
        using var client = new Client(server.EndPoint);

        client.Send([2, 0, (byte)GameServer.LeaveOpcode, 0]);

        client.ReceiveEnd();
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Receive_MoreMovesThanMayWait_CarriesOutTheOthersLater(string way)
    {
        await using GameServer server = Start(way);
        using var client = new Client(server.EndPoint);
        uint id = client.ReceiveWelcome();

        client.Send(MovesOf(1000));

        Client.WaitUntil(() => server.WaitingCount == GameServer.MaxWaiting);
        (uint Tick, uint Sequence, int X, int Y) state;
        do
        {
            server.Tick();
            state = client.ReceiveState(id);
            Assert.Equal((int)state.Sequence, state.X);
            Assert.InRange(server.WaitingCount, 0, GameServer.MaxWaiting);
        }
        while (state.Sequence < 1000);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Receive_ClientThatSendsNothingMore_CarriesOutAllAndSendsTheLastState(string way)
    {
        const int Moves = 2 * GameServer.MaxWaiting;

        await using GameServer server = Start(way);
        for (int round = 0; round < 100; round++) // with ticks at any time, also while moves wait for room
        {
            using var client = new Client(server.EndPoint);
            client.Send(MovesOf(Moves));
            client.EndSending();
            uint id = client.ReceiveWelcome();

            for (uint sequence = 0; sequence < Moves;)
            {
                server.Tick();
                sequence = client.ReceiveState(id).Sequence;
            }

            Client.WaitUntil(() =>
            {
                server.Tick();
                return server.PlaceCount == 0;
            });
            client.ReceiveEnd();
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Receive_ConnectionEndsWithinAFrame_DropsThePlayer(string way)
    {
        await using GameServer server = Start(way);
        using var client = new Client(server.EndPoint);

        client.Send([10, 0, 1]);
        client.EndSending();

        client.ReceiveEnd(); // without a tick
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Tick_PlayerWhoDoesNotRead_DropsThatPlayerOnly(string way)
    {
        const int MaxTicks = 20_000;

        await using GameServer server = Start(way, s_patient with { Players = 202 }); // twice those of one address
        using var bots = new Bots();
        bots.Connect(server.EndPoint, 100);
        using var silent = new Client(server.EndPoint, receiveBuffer: 4096);
        silent.ReceiveWelcome();

        int ticks = 0;
        while (!IsPlaceFree(server) && ticks++ < MaxTicks)
            bots.Play(server, 1); // throws if a bot misses a tick

        Assert.InRange(ticks, GameServer.MaxUnsent + 1, MaxTicks);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Tick_PlayersWhoCrashed_ContinueWithoutThem(string way)
    {
        await using GameServer server = Start(way);
        using var bots = new Bots();
        bots.Connect(server.EndPoint, 2);
        for (int i = 0; i < 20; i++)
        {
            var client = new Client(server.EndPoint);
            client.ReceiveWelcome();
            client.Send([10, 0, 1]); // the beginning of a frame
            bots.Play(server, 1);
            client.Reset();
            bots.Play(server, 1);
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task RunAsync_UntilCanceled_SendsEachTick(string way)
    {
        await using GameServer server = Start(way);
        using var bots = new Bots();
        using var stopping = new CancellationTokenSource();
        bots.Connect(server.EndPoint, 5);

        Task running = server.RunAsync(TimeSpan.FromMilliseconds(150), stopping.Token); // so 22 s may be unsent
        bots.Follow(20);
        await stopping.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task DisposeAsync_WithPlayers_ClosesTheirConnections(string way)
    {
        GameServer server = Start(way);
        using var idle = new Client(server.EndPoint);
        using var halfway = new Client(server.EndPoint);
        idle.ReceiveWelcome();
        halfway.ReceiveWelcome();
        halfway.Send([10]);
        server.Tick();

        Task stopping = server.DisposeAsync().AsTask();

        idle.ReceiveEnd();
        halfway.ReceiveEnd();
        idle.Dispose();
        halfway.Dispose();
        await stopping;
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task DisposeAsync_ClientThatStillSends_ReceivesAllStates(string way)
    {
        const int Ticks = 100; // fewer than may wait, and longer than what the system takes from both ends
        const int Others = 99;

        GameServer server = Start(way);
        using var client = new Client(server.EndPoint, receiveBuffer: 4096);
        Client[] others = [.. Enumerable.Range(0, Others).Select(_ => new Client(server.EndPoint))];
        uint id = client.ReceiveWelcome();
        Array.ForEach(others, static other => other.ReceiveWelcome());
        client.Send(MovesOf(1));
        Client.WaitUntil(() => server.WaitingCount == 1); // the player has joined
        for (int i = 0; i < Ticks; i++)
            server.Tick();

        client.Send(MovesOf(2 * GameServer.MaxWaiting)); // more than may wait
        Client.WaitUntil(() => server.WaitingCount == GameServer.MaxWaiting);

        Task stopping = server.DisposeAsync().AsTask();
        Array.ForEach(others, static other => other.Dispose());
        for (uint tick = 1; tick <= Ticks; tick++)
        {
            client.Send(MovesOf(1));
            Assert.Equal((tick, 1u, 1, 0), client.ReceiveState(id));
        }

        client.ReceiveEnd();
        client.Dispose();
        await stopping;
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task DisposeAsync_ClientThatNeverStops_EndsInTime(string way)
    {
        GameServer server = Start(way, s_patient with { Leaving = TimeSpan.FromMilliseconds(200) });
        using var client = new Client(server.EndPoint);
        client.ReceiveWelcome();

        await server.DisposeAsync().AsTask().WaitAsync(Wait.Patience);

        client.ReceiveEnd();
    }

    internal static GameServer Start(string way, GameLimits? limits = null)
    {
        limits ??= s_patient;
        GameServer server = way == Plain ? new PlainServer(limits) : new PooledServer(limits);
        server.Start();
        return server;
    }

    // Moves one step to the right each.
    private static byte[] MovesOf(int count) =>
        [.. Enumerable.Range(1, count).SelectMany(static i => Client.MoveFrame((uint)i, 1, 0))];

    // A server without a free place closes a connection before it says anything.
    private static bool IsPlaceFree(GameServer server)
    {
        using var client = new Client(server.EndPoint);
        return client.TryReceiveByte();
    }
}
