namespace Pooling.GameServer.World;

/// <summary>The squares that a player can see: its own and the eight around it, within the world.</summary>
internal readonly record struct CellArea(int Left, int Top, int Right, int Bottom)
{
    /// <param name="column">The column of the player's coarse square.</param>
    /// <param name="row">The row of that square.</param>
    public CellArea(int column, int row)
        : this(Math.Max(0, column - 1), Math.Max(0, row - 1), Math.Min(WorldRules.CellsPerAxis - 1, column + 1),
            Math.Min(WorldRules.CellsPerAxis - 1, row + 1))
    {
    }

    /// <summary>The same area in fine squares.</summary>
    public CellArea ToFine()
    {
        const int Shift = WorldRules.CellShift - WorldRules.FineCellShift;
        return new CellArea(Left << Shift, Top << Shift, ((Right + 1) << Shift) - 1, ((Bottom + 1) << Shift) - 1);
    }

    /// <summary>Returns the maximum number of rings around a square in the area.</summary>
    public int Rings(int column, int row) => Math.Max(Math.Max(column - Left, Right - column), Math.Max(row - Top, Bottom - row));
}
