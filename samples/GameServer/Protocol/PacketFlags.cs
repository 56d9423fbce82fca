namespace Pooling.GameServer.Protocol;

/// <summary>What a packet's payload is. Exactly one of them.</summary>
internal static class PacketFlags
{
    public const byte Clear = 1;
    public const byte Handshake = 2;
    public const byte Encrypted = 4;
}
