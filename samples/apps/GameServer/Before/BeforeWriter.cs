using Google.Protobuf;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Before;

/// <summary>Encodes with a stream and an array for each step.</summary>
/// <remarks>Published as the baseline of GC-001. The encoder's buffer has the size of the message, because the published encoder does not
/// allocate one of 4 KB.</remarks>
internal static class BeforeWriter
{
    public static byte[] Encode(IMessage message)
    {
        using var stream = new MemoryStream();
        using (var output = new CodedOutputStream(stream, Math.Max(1, message.CalculateSize()), leaveOpen: true))
            message.WriteTo(output);

        return stream.ToArray();
    }

    /// <summary>Creates a frame.</summary>
    public static byte[] Frame(in PacketHeader header, byte[] content, PacketSealer? sealer)
    {
        byte[] payload = header.Flags == PacketFlags.Encrypted ? Encrypt(in header, content, sealer!) : content;
        var packet = new Packet
        {
            Header = new Header { Type = header.Type, Flags = header.Flags, Protocol = header.Protocol, Version = header.Version },
            Payload = UnsafeByteOperations.UnsafeWrap(payload),
        };
        int size = packet.CalculateSize();
        using var stream = new MemoryStream();
        using (var output = new CodedOutputStream(stream, size + CodedOutputStream.ComputeUInt32Size((uint)size), leaveOpen: true))
        {
            output.WriteLength(size);
            packet.WriteTo(output);
        }

        return stream.ToArray();
    }

    private static byte[] Encrypt(in PacketHeader header, byte[] content, PacketSealer sealer)
    {
        byte[] payload = new byte[content.Length + PacketSealer.Overhead];
        content.CopyTo(payload, PacketSealer.NonceLength);
        sealer.Seal(in header, payload);
        return payload;
    }
}
