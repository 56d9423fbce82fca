using Google.Protobuf;

namespace Pooling.GameServer.Protocol;

/// <summary>Creates a single frame in a new array, for the few packets before a player has joined.</summary>
internal static class PacketFrame
{
    public static byte[] Create(in PacketHeader header, IMessage message, PacketSealer? sealer)
    {
        int length = message.CalculateSize();
        bool isEncrypted = header.Flags == PacketFlags.Encrypted;
        int payloadLength = isEncrypted ? length + PacketSealer.Overhead : length;
        byte[] frame = new byte[PacketEnvelope.FrameLength(in header, payloadLength)];
        Span<byte> payload = PacketEnvelope.Write(frame, in header, payloadLength);
        message.WriteTo(isEncrypted ? payload.Slice(PacketSealer.NonceLength, length) : payload);
        if (isEncrypted)
            sealer!.Seal(in header, payload);

        return frame;
    }
}
