namespace Pooling.GameServer.World;

/// <summary>The rules of the game for every server.</summary>
internal static class WorldRules
{
    public const int TicksPerSecond = 60;

    /// <summary>The number of ticks between two broadcasts: 10 broadcasts per second.</summary>
    public const int BroadcastTicks = 6;

    /// <summary>The maximum position on both axes; the minimum is 0.</summary>
    public const int Size = 8191;

    /// <summary>The maximum distance that an input moves along an axis.</summary>
    public const int MaxStep = 32;

    /// <summary>The side of a grid square: a player sees the nearest entities of its own square and the eight around it.</summary>
    public const int CellShift = 10;

    public const int CellsPerAxis = (Size + 1) >> CellShift;

    /// <summary>The side of a square in the fine grid, which is used to search crowds.</summary>
    public const int FineCellShift = 7;

    public const int FineCellsPerAxis = (Size + 1) >> FineCellShift;

    /// <summary>The maximum number of entities that a player sees.</summary>
    public const int MaxVisible = 20;

    /// <summary>The maximum number of updates in one broadcast: with more than five hundred players, each sees fewer entities.</summary>
    private const int MaxUpdates = 10_000;

    /// <summary>Returns the position after a step.</summary>
    public static int Move(int position, int step) => Math.Clamp(position + Math.Clamp(step, -MaxStep, MaxStep), 0, Size);

    /// <summary>Returns the direction of a step: 0 to 7, clockwise from north.</summary>
    public static uint Facing(int dx, int dy) => (Math.Sign(dx), Math.Sign(dy)) switch
    {
        (0, -1) => 0,
        (1, -1) => 1,
        (1, 0) => 2,
        (1, 1) => 3,
        (0, 1) => 4,
        (-1, 1) => 5,
        (-1, 0) => 6,
        (-1, -1) => 7,
        _ => 0,
    };

    /// <summary>Returns the start position of a player; positions are spread over the world.</summary>
    public static (int X, int Y) Spawn(uint entity) => ((int)(entity * 2_654_435_761u >> 19), (int)(entity * 2_246_822_519u >> 19));

    /// <summary>Returns the number of entities that a player sees.</summary>
    /// <param name="players">The number of players.</param>
    public static int Sight(int players) => Math.Clamp(MaxUpdates / Math.Max(1, players), 1, MaxVisible);

    /// <summary>Returns the number of ticks over which sending to all players is spread: 1 as long as a tick can wake all
    /// senders.</summary>
    public static int SendTurns(int players) => Crowding(players) switch { 0 => 1, 1 or 2 => 3, _ => 6 };

    /// <summary>Returns the number of ticks over which the searches of all players are spread: one broadcast as long as there are few
    /// players.</summary>
    public static int LookTurns(int players) => BroadcastTicks * (1 + Math.Min(Crowding(players), 2));

    private static int Crowding(int players) => players * MaxVisible / MaxUpdates;

    public static int Cell(int x, int y) => ((y >> CellShift) * CellsPerAxis) + (x >> CellShift);

    public static int FineCell(int x, int y) => ((y >> FineCellShift) * FineCellsPerAxis) + (x >> FineCellShift);

    /// <summary>Returns the squared distance of two positions.</summary>
    public static int Distance(int x, int y) => (x * x) + (y * y);
}
