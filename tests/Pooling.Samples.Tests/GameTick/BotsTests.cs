namespace Pooling.Samples.GameTick;

/// <summary>The bots notice what a server does wrong.</summary>
public sealed class BotsTests
{
    // The number of the tick, and then number, last sequence, X and Y of each player. A bot's first move depends on its number.
    private static readonly int[] s_right = [1, 1, 1, -4, 10, 2, 1, 6, 2];

    public static TheoryData<int[], string> WrongStates => new()
    {
        { [2, .. s_right[1..]], "A tick is missing." },
        { s_right[..5], "A bot is missing." },
        { [.. s_right[..2], 2, .. s_right[3..]], "A move is missing, or was never sent." },
        { [.. s_right[..3], -3, .. s_right[4..]], "X is wrong." },
        { [.. s_right[..8], 3], "Y is wrong." },
    };

    [Fact]
    public async Task Follow_RightState_Returns() => await Follow(GameServer.StateOpcode, static _ => s_right);

    [Theory]
    [MemberData(nameof(WrongStates))]
    public async Task Follow_WrongState_Throws(int[] state, string message) => await AssertThrows(message, () =>
        Follow(GameServer.StateOpcode, _ => state));

    [Fact]
    public async Task Follow_OtherStateForTheSecondBot_Throws() => await AssertThrows("Two bots received different states.", () =>
        Follow(GameServer.StateOpcode, static id => [.. s_right[..8], 1 + (int)id]));

    [Fact]
    public async Task Follow_OtherOpcode_Throws() => await AssertThrows("A message has another opcode.", () =>
        Follow(GameServer.LeaveOpcode, static _ => s_right));

    [Fact]
    public async Task Play_MoveNotCarriedOut_Throws()
    {
        await using var server = new ScriptedServer(GameServer.StateOpcode, static _ => [1, 1, 0, 0, 0, 2, 0, 0, 0]);
        using Bots bots = Connect(server);

        bots.Follow(0);
        await AssertThrows("A move is missing, or was never sent.", () => Task.Run(() => bots.Play(server, 1)));
    }

    private static async Task Follow(ushort opcode, Func<uint, int[]> state)
    {
        await using var server = new ScriptedServer(opcode, state);
        using Bots bots = Connect(server);
        bots.Follow(1);
    }

    private static Bots Connect(ScriptedServer server)
    {
        server.Start();
        var bots = new Bots();
        bots.Connect(server.EndPoint, 2);
        return bots;
    }

    private static async Task AssertThrows(string message, Func<Task> action) =>
        Assert.Equal(message, (await Assert.ThrowsAsync<InvalidDataException>(action)).Message);
}
