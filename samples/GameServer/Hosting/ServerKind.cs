namespace Pooling.GameServer.Hosting;

/// <summary>Which of the servers.</summary>
internal enum ServerKind
{
    Stock,
    Pooled,
}
