using Google.Protobuf;
using Pooling.GameServer.Before;

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
            0x12, 1, 3, // the payload that is used
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
    [InlineData(new byte[] { 0x0A, 2, 8 })] // an incomplete header
    [InlineData(new byte[] { 0x12, 5, 1 })] // an incomplete payload
    [InlineData(new byte[] { 0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1 })] // a length that is too large
    [InlineData(new byte[] { 0x00, 1 })] // field 0
    [InlineData(new byte[] { 0x0B })] // an unterminated group
    [InlineData(new byte[] { 0x0B, 0x14 })] // a group with the end of another one
    [InlineData(new byte[] { 0x0C })] // an end without a group
    [InlineData(new byte[] { 0x0E })] // an invalid wire type
    [InlineData(new byte[] { 0x80 })] // an unterminated tag
    [InlineData(new byte[] { 0x21, 1 })] // incomplete 64 bits
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
            Packet expected = Packet.Parser.ParseFrom(damaged); // throws if it is not a packet
            Header parts = expected.Header ?? new Header();
            Assert.Equal((header.Type, header.Flags, header.Protocol, header.Version),
                (parts.Type, parts.Flags, parts.Protocol, parts.Version));
            Assert.Equal(expected.Payload.ToByteArray(), damaged[payload]);
        }

        Assert.InRange(accepted, 1000, 19_000);
    }

    [Theory]
    [InlineData(new byte[] { 0x0B, 0x0C, 0x0A, 2, 8, 7 })] // an empty group
    [InlineData(new byte[] { 0x0A, 8, 0x33, 8, 1, 0x1B, 0x1C, 0x34, 8, 7 })] // nested groups in the header
    [InlineData(new byte[] { 0x8A, 0x80, 0x80, 0x80, 0x10, 2, 8, 7 })] // a tag above 32 bits, which are truncated
    [InlineData(new byte[] { 0x0A, 0x82, 0x80, 0x80, 0x80, 0x10, 8, 7 })] // a length above 32 bits
    public void TryRead_WhatOnlyAReaderOfProtobufKnows_IsReadByBoth(byte[] packet)
    {
        Assert.True(PacketEnvelope.TryRead(packet, out PacketHeader header, out _));
        Assert.Equal(7, header.Type);
        Assert.True(BeforeReader.TryRead(packet, out PacketHeader before, out _));
        Assert.Equal(before, header);
    }

    [Theory]
    [InlineData(0, 98, 104)]
    [InlineData(2, 96, 104)]
    public void TryRead_GroupsInGroups_EndWhereProtobufEnds(int around, int from, int to)
    {
        for (int depth = from; depth < to; depth++)
        {
            byte[] groups = [.. Enumerable.Repeat((byte)0x33, depth), .. Enumerable.Repeat((byte)0x34, depth)];
            byte[] packet = around == 0 ? groups : [0x0A, .. Varint((uint)groups.Length), .. groups];

            Assert.Equal(BeforeReader.TryRead(packet, out _, out _), PacketEnvelope.TryRead(packet, out _, out _));
        }
    }

    /// <summary>Checks packets that consist of meaningful parts, complete and truncated. All three readers agree about each.</summary>
    [Fact]
    public void TryRead_RandomPackets_BothServersReadWhatProtobufReads()
    {
        var random = new Random(11);
        int accepted = 0;
        for (int i = 0; i < 100_000; i++)
        {
            byte[] packet = Pieces(random, depth: 0);
            if (random.Next(3) == 0 && packet.Length > 0)
                packet = packet[..random.Next(packet.Length)];

            bool isRead = PacketEnvelope.TryRead(packet, out PacketHeader header, out Range payload);
            bool isBeforeRead = BeforeReader.TryRead(packet, out PacketHeader beforeHeader, out byte[] beforePayload);
            Packet? expected = Parse(packet);
            Assert.True(isRead == (expected is not null), $"{isRead}: {Convert.ToHexString(packet)}");
            Assert.Equal(isRead, isBeforeRead);
            if (!isRead)
                continue;

            accepted++;
            Assert.Equal(beforeHeader, header);
            Assert.Equal(beforePayload, packet[payload]);
            Assert.Equal(expected!.Payload.ToByteArray(), packet[payload]);
        }

        Assert.InRange(accepted, 10_000, 90_000);
    }

    // Reads with protobuf, except for numbers that are too large for a header.
    private static Packet? Parse(byte[] bytes)
    {
        try
        {
            Packet packet = Packet.Parser.ParseFrom(bytes);
            Header parts = packet.Header ?? new Header();
            return parts.Type > ushort.MaxValue || Math.Max(parts.Flags, Math.Max(parts.Protocol, parts.Version)) > byte.MaxValue
                ? null
                : packet;
        }
        catch (Exception exception) when (exception is InvalidProtocolBufferException or InvalidOperationException)
        {
            return null;
        }
    }

    private static byte[] Pieces(Random random, int depth)
    {
        List<byte> bytes = [];
        for (int pieces = random.Next(depth == 0 ? 5 : 4); pieces > 0; pieces--)
        {
            int field = random.Next(1, 7);
            int type = random.Next(20) switch { < 6 => 0, < 8 => 1, < 14 => 2, < 17 => 3, < 18 => 5, 18 => 4, _ => random.Next(8) };
            ulong tag = (uint)((field << 3) | type) | (random.Next(10) == 0 ? (ulong)random.Next() << 32 : 0);
            bytes.AddRange(Varint(tag));
            switch (type)
            {
                case 0:
                    bytes.AddRange(Varint(random.Next(5) == 0 ? (ulong)random.NextInt64() << random.Next(2) : (ulong)random.Next(300)));
                    break;

                case 1 or 5:
                    bytes.AddRange(new byte[type == 1 ? 8 : 4]);
                    break;

                case 2:
                    byte[] inner = depth < 3 ? Pieces(random, depth + 1) : [];
                    bytes.AddRange(Varint((uint)inner.Length | (random.Next(20) == 0 ? 1ul << random.Next(31, 64) : 0)));
                    bytes.AddRange(inner);
                    break;

                case 3:
                    bytes.AddRange(depth < 3 ? Pieces(random, depth + 1) : []);
                    bytes.AddRange(Varint((uint)(((random.Next(10) == 0 ? field + 1 : field) << 3) | 4)));
                    break;
            }
        }

        return [.. bytes];
    }

    private static byte[] Varint(ulong value)
    {
        List<byte> bytes = [];
        for (; value >= 0x80; value >>= 7)
            bytes.Add((byte)(value | 0x80));

        bytes.Add((byte)value);
        return [.. bytes];
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
