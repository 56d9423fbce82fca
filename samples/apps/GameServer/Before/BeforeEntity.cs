namespace Pooling.GameServer.Before;

/// <summary>An entity as an object.</summary>
internal sealed class BeforeEntity
{
    public required uint Id { get; init; }

    public required string Name { get; init; }

    /// <summary>The slot in the grid.</summary>
    public required int Slot { get; init; }

    public int X { get; set; }

    public int Y { get; set; }

    public uint Facing { get; set; }

    public uint Steps { get; set; }
}
