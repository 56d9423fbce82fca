namespace Pooling.Tour.Sections.Queues;

/// <summary>The same packet as an object.</summary>
internal sealed record PacketItem(ushort Opcode, object Payload);
