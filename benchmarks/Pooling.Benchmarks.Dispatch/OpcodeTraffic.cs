namespace Pooling.Benchmarks.Dispatch;

/// <summary>Opcodes in an order: 65,536 of them, more than a processor learns by heart.</summary>
internal static class OpcodeTraffic
{
    internal const int Count = 1 << 16;

    internal static byte[] Payload { get; } = [7, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0];

    internal static ushort[] Create(OpcodeOrder order, int opcodes)
    {
        var random = new Random(42);
        return [.. Enumerable.Range(0, Count).Select(i => (ushort)(order switch
        {
            OpcodeOrder.Random => random.Next(opcodes),
            OpcodeOrder.Rotating => i % opcodes,
            _ => opcodes / 2,
        }))];
    }
}

/// <summary>In which order opcodes arrive.</summary>
public enum OpcodeOrder
{
    Random,
    Rotating,
    Single,
}
