namespace Pooling.GameServer.Protocol;

/// <summary>The headers of a handshake, a part of what both ends confirm.</summary>
/// <param name="Hello">Of the client's packet.</param>
/// <param name="Answer">Of the server's.</param>
internal readonly record struct HandshakeHeaders(PacketHeader Hello, PacketHeader Answer)
{
    /// <summary>Of an end that speaks the current version.</summary>
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
