namespace Pooling.GameServer.World;

/// <summary>The rules of the game, which every server keeps to.</summary>
internal static class WorldRules
{
    public const int TicksPerSecond = 60;

    /// <summary>Ticks between two broadcasts: 10 a second.</summary>
    public const int BroadcastTicks = 6;

    /// <summary>Positions are from 0 to this, on both axes.</summary>
    public const int Size = 8191;

    /// <summary>The most that an input moves along an axis.</summary>
    public const int LongestStep = 32;

    /// <summary>The side of a square of the grid: a player sees the nearest entities of its own square and the eight around it.</summary>
    public const int CellShift = 10;

    public const int CellsPerAxis = (Size + 1) >> CellShift;

    /// <summary>The side of a square of the fine grid, in which crowds are looked through.</summary>
    public const int FineCellShift = 7;

    public const int FineCellsPerAxis = (Size + 1) >> FineCellShift;

    /// <summary>The most entities that a player sees.</summary>
    public const int MostVisible = 20;

    /// <summary>The most updates of one broadcast: a player sees fewer when there are more than five hundred.</summary>
    private const int MostUpdates = 10_000;

    /// <summary>Where a step leads.</summary>
    public static int Move(int position, int step) => Math.Clamp(position + Math.Clamp(step, -LongestStep, LongestStep), 0, Size);

    /// <summary>Which way a step looks: 0 to 7, clockwise from north.</summary>
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

    /// <summary>Where a player starts: spread over the world.</summary>
    public static (int X, int Y) Spawn(uint entity) => ((int)(entity * 2_654_435_761u >> 19), (int)(entity * 2_246_822_519u >> 19));

    /// <summary>How many entities a player sees.</summary>
    /// <param name="players">How many players there are.</param>
    public static int Sight(int players) => Math.Clamp(MostUpdates / Math.Max(1, players), 1, MostVisible);

    /// <summary>In how many ticks everybody is sent what waits: in each, so long as a tick can wake that many senders.</summary>
    public static int SendTurns(int players) => Crowding(players) switch { 0 => 1, 1 or 2 => 3, _ => 6 };

    /// <summary>In how many ticks everybody looks around: in each broadcast,
    /// so long as they are few enough to see all that is near.</summary>
    public static int LookTurns(int players) => BroadcastTicks * (1 + Math.Min(Crowding(players), 2));

    private static int Crowding(int players) => players * MostVisible / MostUpdates;

    public static int Cell(int x, int y) => ((y >> CellShift) * CellsPerAxis) + (x >> CellShift);

    public static int FineCell(int x, int y) => ((y >> FineCellShift) * FineCellsPerAxis) + (x >> FineCellShift);

    /// <summary>How far two positions are apart, squared.</summary>
    public static int Distance(int x, int y) => (x * x) + (y * y);
}
