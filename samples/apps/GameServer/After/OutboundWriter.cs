using Google.Protobuf;
using Pooling.Buffers;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.After;

/// <summary>Writes frames directly to the buffer that is sent, and encrypts them in place.</summary>
internal static class OutboundWriter
{
    /// <summary>Writes a message.</summary>
    /// <param name="target">The buffer, which grows as needed.</param>
    /// <param name="header">The header.</param>
    /// <param name="message">The payload.</param>
    /// <param name="sealer">Encrypts the payload if the header requires it.</param>
    public static void Write(PooledArrayBufferWriter<byte> target, in PacketHeader header, IMessage message, PacketSealer? sealer)
    {
        int length = message.CalculateSize();
        Span<byte> content = Begin(target, in header, length, out Span<byte> payload, out int frame);
        message.WriteTo(content);
        End(target, in header, sealer, payload, frame);
    }

    /// <summary>Writes a payload that is already encoded.</summary>
    public static void Write(PooledArrayBufferWriter<byte> target, in PacketHeader header, ReadOnlySpan<byte> encoded, PacketSealer? sealer)
    {
        Span<byte> content = Begin(target, in header, encoded.Length, out Span<byte> payload, out int frame);
        encoded.CopyTo(content);
        End(target, in header, sealer, payload, frame);
    }

    private static Span<byte> Begin(PooledArrayBufferWriter<byte> target, in PacketHeader header, int length,
        out Span<byte> payload, out int frame)
    {
        bool isEncrypted = header.Flags == PacketFlags.Encrypted;
        int payloadLength = isEncrypted ? length + PacketSealer.Overhead : length;
        frame = PacketEnvelope.FrameLength(in header, payloadLength);
        payload = PacketEnvelope.Write(target.GetSpan(frame)[..frame], in header, payloadLength);
        return isEncrypted ? payload.Slice(PacketSealer.NonceLength, length) : payload;
    }

    private static void End(PooledArrayBufferWriter<byte> target, in PacketHeader header, PacketSealer? sealer,
        Span<byte> payload, int frame)
    {
        if (header.Flags == PacketFlags.Encrypted)
            sealer!.Seal(in header, payload);

        target.Advance(frame);
    }
}
