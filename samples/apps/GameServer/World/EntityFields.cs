namespace Pooling.GameServer.World;

/// <summary>The fields of an entity that a state update can carry.</summary>
[Flags]
internal enum EntityFields : uint
{
    None = 0,
    X = 1,
    Y = 2,
    Facing = 4,
    Steps = 8,
}
