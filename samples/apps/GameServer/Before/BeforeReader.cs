using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Before;

/// <summary>Reads the envelope of a packet as a message, with arrays for packet and payload.</summary>
/// <remarks>Published as the baseline of GC-008.</remarks>
internal static class BeforeReader
{
    /// <returns><see langword="false"/> if it is not a packet, or a number in the header is too large.</returns>
    public static bool TryRead(ReadOnlySpan<byte> packet, out PacketHeader header, out byte[] payload)
    {
        header = default;
        payload = [];
        Packet envelope;
        try
        {
            envelope = Packet.Parser.ParseFrom(packet.ToArray());
        }
        catch (Exception exception) when (Malformed.Is(exception))
        {
            return false;
        }

        Header parts = envelope.Header ?? new Header();
        if (parts.Type > ushort.MaxValue || parts.Flags > byte.MaxValue || parts.Protocol > byte.MaxValue || parts.Version > byte.MaxValue)
            return false;

        header = new PacketHeader((ushort)parts.Type, (byte)parts.Flags, (byte)parts.Protocol, (byte)parts.Version);
        payload = envelope.Payload.ToByteArray();
        return true;
    }
}
