namespace Pooling.GameServer.Hosting;

/// <summary>Specifies a kind of server.</summary>
internal enum ServerKind
{
    Before,
    Pooled,
}
