namespace Pooling.GameServer.After;

/// <summary>A command of a player for the next tick: an input or a ping, as a value.</summary>
internal readonly record struct InboundCommand(ushort Opcode, ulong Number, int X = 0, int Y = 0);
