namespace Pooling.Tour.Sections.Queues;

/// <summary>A queued packet: 16 bytes, including a reference.</summary>
internal readonly record struct Packet(ushort Opcode, object Payload);
