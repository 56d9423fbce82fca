namespace Pooling.Benchmarks.Queues;

/// <summary>What a game loop queues, as a value.</summary>
public readonly record struct Packet(ushort Opcode, object Payload);
