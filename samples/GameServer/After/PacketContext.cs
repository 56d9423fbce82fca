namespace Pooling.GameServer.After;

/// <summary>What a packet is handled for. A struct, so that each handler is compiled for it.</summary>
internal readonly record struct PacketContext(PooledConnection Connection);
