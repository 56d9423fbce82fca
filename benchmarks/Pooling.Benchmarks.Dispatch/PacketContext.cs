namespace Pooling.Benchmarks.Dispatch;

/// <summary>What a packet is handled for, as frameworks make it for each packet, and box it.</summary>
public struct PacketContext(object? connection, object? packet)
{
    public object? Connection { get; set; } = connection;

    public object? Packet { get; set; } = packet;
}
