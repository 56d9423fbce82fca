namespace Pooling.GameServer.World;

/// <summary>Whom a player sees already.</summary>
internal interface ISeen
{
    bool Sees(uint entity);
}
