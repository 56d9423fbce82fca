namespace Pooling.GameServer.After;

/// <summary>What a player asks of the next tick: an input or a ping, as a value.</summary>
internal readonly record struct InboundCommand(ushort Opcode, ulong Number, int X = 0, int Y = 0);
