namespace Pooling.Tour.Sections.Queues;

/// <summary>A queued packet as an object.</summary>
internal sealed record PacketItem(ushort Opcode, object Payload);
