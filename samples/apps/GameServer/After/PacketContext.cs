namespace Pooling.GameServer.After;

/// <summary>The context of a packet. A struct, so that each handler is compiled for it.</summary>
internal readonly record struct PacketContext(PooledConnection Connection);
