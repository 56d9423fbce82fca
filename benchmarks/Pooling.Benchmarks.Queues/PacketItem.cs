namespace Pooling.Benchmarks.Queues;

/// <summary>What a game loop queues, as an object.</summary>
public sealed class PacketItem(ushort opcode, object payload)
{
    public ushort Opcode { get; } = opcode;

    public object Payload { get; } = payload;
}
