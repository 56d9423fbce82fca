namespace Pooling.Samples.ClusterHub;

/// <summary>The beginning of a message between nodes: four letters, and the id of the node that sends it. JSON follows.</summary>
internal static class PacketHeader
{
    public const int Length = 20;

    /// <summary>Makes the header of a node.</summary>
    public static byte[] Create(Guid node) => [.. Letters, .. node.ToByteArray()];

    /// <summary>Attempts to read a header.</summary>
    /// <returns><see langword="false"/> if the packet is none of a node.</returns>
    public static bool TryRead(ReadOnlySpan<byte> packet, out Guid node)
    {
        node = Guid.Empty;
        if (packet.Length <= Length || !packet.StartsWith(Letters))
            return false;

        node = new Guid(packet[Letters.Length..Length]);
        return true;
    }

    private static ReadOnlySpan<byte> Letters => "hub1"u8;
}
