namespace Pooling.GameServer.Protocol;

/// <summary>The kinds of a packet's payload, of which exactly one applies.</summary>
internal static class PacketFlags
{
    public const byte Clear = 1;
    public const byte Handshake = 2;
    public const byte Encrypted = 4;
}
