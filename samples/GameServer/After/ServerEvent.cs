namespace Pooling.GameServer.After;

/// <summary>What many connections tell the one tick thread.</summary>
internal readonly record struct ServerEvent(ServerEventKind Kind, PooledConnection Connection, string Text = "");

internal enum ServerEventKind
{
    Join,
    Leave,
    Chat,
}
