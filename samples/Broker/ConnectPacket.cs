using System.Buffers;
using Pooling.Buffers;

namespace Pooling.Samples.Broker;

/// <summary>CONNECT, the first packet of a client, checked as MQTT 3.1.1 demands.</summary>
internal static class ConnectPacket
{
    public const byte Accepted = 0; // the return codes of the answer
    public const byte RefusedVersion = 1;
    public const byte RefusedId = 2;
    public const byte NoPlace = 3;

    private const byte Level = 4; // of MQTT 3.1.1
    private const int MaxId = 256; // bytes

    private const int Reserved = 0x01; // flags
    private const int CleanSession = 0x02;
    private const int Will = 0x04;
    private const int WillQuality = 0x18; // two bits
    private const int WillRetain = 0x20;
    private const int Password = 0x40;
    private const int UserName = 0x80;

    /// <summary>Reads the protocol, its level, flags, the seconds to keep alive and the client's id; then a will, a
    /// user name and a password, which are not used.</summary>
    /// <returns>The return code.</returns>
    /// <exception cref="InvalidDataException">The packet is malformed, which ends the connection without an
    /// answer.</exception>
    public static byte Read(ref SequenceReader<byte> reader, out TimeSpan keepAlive)
    {
        keepAlive = default;
        byte level = 0;
        ushort seconds = 0;
        Packet.Require(
            Packet.ReadText(ref reader).SequenceEqual("MQTT"u8) && reader.TryRead(out level),
            "This is another protocol.");
        if (level != Level)
            return RefusedVersion; // another version may have something else from here on

        Packet.Require(
            reader.TryRead(out byte flags) && AreValid(flags) && reader.TryReadUInt16BigEndian(out seconds),
            "The flags are malformed.");
        keepAlive = TimeSpan.FromSeconds(seconds);
        int idLength = Packet.ReadText(ref reader).Length;
        if ((flags & Will) != 0)
        {
            Packet.Require(Packet.ReadText(ref reader).Length > 0, "The will has no topic.");
            Packet.ReadBytes(ref reader);
        }

        if ((flags & UserName) != 0)
            Packet.ReadText(ref reader);

        if ((flags & Password) != 0)
            Packet.ReadBytes(ref reader);

        Packet.Require(reader.End, "CONNECT is too long.");
        return idLength > MaxId || (idLength == 0 && (flags & CleanSession) == 0) ? RefusedId : Accepted;
    }

    private static bool AreValid(int flags) =>
        (flags & Reserved) == 0
        && (flags & WillQuality) != WillQuality
        && ((flags & Will) != 0 || (flags & (WillQuality | WillRetain)) == 0)
        && ((flags & UserName) != 0 || (flags & Password) == 0);
}
