namespace Pooling.Tour.Sections.Queues;

/// <summary>What waits to be handled: 16 bytes, one of them a reference.</summary>
internal readonly record struct Packet(ushort Opcode, object Payload);
