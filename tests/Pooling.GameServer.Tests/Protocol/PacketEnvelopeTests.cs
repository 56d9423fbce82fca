using Google.Protobuf;

namespace Pooling.GameServer.Protocol;

public sealed class PacketEnvelopeTests
{
    [Theory]
    [InlineData(0x1000, 1, 1, 1, 0)]
    [InlineData(0x3FFF, 4, 1, 1, 1)]
    [InlineData(0, 0, 0, 0, 0)]
    [InlineData(0, 0, 0, 0, 100)]
    [InlineData(127, 128, 255, 127, 127)]
    [InlineData(128, 127, 1, 255, 128)]
    [InlineData(0xFFFF, 255, 255, 255, 16_383)]
    [InlineData(0x2000, 4, 1, 1, 16_384)]
    public void Write_AnyHeader_WritesWhatProtobufWrites(int type, byte flags, byte protocol, byte version, int length)
    {
        var header = new PacketHeader((ushort)type, flags, protocol, version);
        byte[] payload = Payload(length);

        byte[] frame = new byte[PacketEnvelope.FrameLength(in header, length)];
        payload.CopyTo(PacketEnvelope.Write(frame, in header, length));

        Assert.Equal(Frame(Message(header, payload)), frame);
    }

    [Fact]
    public void TryRead_WhatProtobufWrote_ReadsIt()
    {
        var header = new PacketHeader(Opcode.Input, PacketFlags.Encrypted);
        byte[] packet = Message(header, Payload(300)).ToByteArray();

        Assert.True(PacketEnvelope.TryRead(packet, out PacketHeader read, out Range payload));
        Assert.Equal(header, read);
        Assert.Equal(Payload(300), packet[payload]);
    }

    [Fact]
    public void TryRead_UnknownAndRepeatedFields_ReadsAsProtobufDoes()
    {
        byte[] packet =
        [
            0x12, 2, 1, 2, // a payload
            0x18, 5, 0x21, 1, 2, 3, 4, 5, 6, 7, 8, 0x2D, 1, 2, 3, 4, 0x32, 1, 9, // unknown: varint, 64 bits, 32 bits, bytes
            0x0A, 4, 8, 7, 0x28, 1, // a header with an unknown field
            0x12, 1, 3, // the payload that counts
            0x0A, 2, 0x10, 4, // more of the header
        ];

        Assert.True(PacketEnvelope.TryRead(packet, out PacketHeader header, out Range payload));
        Assert.Equal(new PacketHeader(7, 4, 0, 0), header);
        Assert.Equal([3], packet[payload]);
        Packet expected = Packet.Parser.ParseFrom(packet);
        Assert.Equal((7u, 4u), (expected.Header.Type, expected.Header.Flags));
        Assert.Equal([3], expected.Payload.ToByteArray());
    }

    [Theory]
    [InlineData(new byte[] { 0x0A, 4, 8, 0x80, 0x80, 4 })] // a type of 17 bits
    [InlineData(new byte[] { 0x0A, 3, 0x10, 0x80, 2 })] // flags of 9 bits
    [InlineData(new byte[] { 0x0A, 2, 8 })] // a header that is not whole
    [InlineData(new byte[] { 0x12, 5, 1 })] // a payload that is not whole
    [InlineData(new byte[] { 0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1 })] // a length beyond everything
    [InlineData(new byte[] { 0x00, 1 })] // field 0
    [InlineData(new byte[] { 0x0B, 0x0C })] // a group
    [InlineData(new byte[] { 0x80 })] // a tag that does not end
    [InlineData(new byte[] { 0x21, 1 })] // 64 bits that are not whole
    public void TryRead_NoPacket_ReturnsFalse(byte[] packet) => Assert.False(PacketEnvelope.TryRead(packet, out _, out _));

    [Fact]
    public void TryRead_DamagedPackets_AcceptsNothingThatProtobufRefuses()
    {
        byte[] packet = Message(new PacketHeader(Opcode.Chat, PacketFlags.Encrypted), Payload(20)).ToByteArray();
        var random = new Random(7);
        int accepted = 0;
        for (int i = 0; i < 20_000; i++)
        {
            byte[] damaged = [.. packet];
            for (int changes = random.Next(1, 4); changes > 0; changes--)
                damaged[random.Next(random.Next(2) == 0 ? 14 : damaged.Length)] = (byte)random.Next(256);

            if (!PacketEnvelope.TryRead(damaged, out PacketHeader header, out Range payload))
                continue;

            accepted++;
            Packet expected = Packet.Parser.ParseFrom(damaged); // throws if it is none
            Header parts = expected.Header ?? new Header();
            Assert.Equal((header.Type, header.Flags, header.Protocol, header.Version), (parts.Type, parts.Flags, parts.Protocol, parts.Version));
            Assert.Equal(expected.Payload.ToByteArray(), damaged[payload]);
        }

        Assert.InRange(accepted, 1000, 19_000);
    }

    private static byte[] Payload(int length) => [.. Enumerable.Range(0, length).Select(static i => (byte)(i * 7))];

    private static Packet Message(PacketHeader header, byte[] payload) => new()
    {
        Header = new Header { Type = header.Type, Flags = header.Flags, Protocol = header.Protocol, Version = header.Version },
        Payload = ByteString.CopyFrom(payload),
    };

    private static byte[] Frame(Packet packet)
    {
        using var stream = new MemoryStream();
        packet.WriteDelimitedTo(stream);
        return stream.ToArray();
    }
}
