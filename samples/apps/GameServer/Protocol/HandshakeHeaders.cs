namespace Pooling.GameServer.Protocol;

/// <summary>The headers of a handshake. Both ends confirm them.</summary>
/// <param name="Hello">The header of the client's packet.</param>
/// <param name="Answer">The header of the server's packet.</param>
internal readonly record struct HandshakeHeaders(PacketHeader Hello, PacketHeader Answer)
{
    /// <summary>The headers of the current version.</summary>
    public static HandshakeHeaders Current { get; } =
        new(new PacketHeader(Opcode.Hello, PacketFlags.Handshake), new PacketHeader(Opcode.HelloAck, PacketFlags.Handshake));

    public byte[] ToBytes()
    {
        byte[] bytes = new byte[2 * PacketHeader.AssociatedDataLength];
        Hello.WriteAssociatedData(bytes);
        Answer.WriteAssociatedData(bytes.AsSpan(PacketHeader.AssociatedDataLength));
        return bytes;
    }
}
