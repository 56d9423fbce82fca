namespace Pooling.GameServer.World;

/// <summary>The entities that a player already sees.</summary>
internal interface ISeen
{
    bool Sees(uint entity);
}
