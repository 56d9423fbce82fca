using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text.Unicode;
using Pooling.Buffers;

namespace Pooling.Samples.Broker;

/// <summary>Reads the parts that all packets of MQTT have.</summary>
internal static class Packet
{
    public const byte Connect = 0x10;
    public const byte Publish = 0x30;
    public const byte PublishRetained = 0x31;
    public const byte Subscribe = 0x82;
    public const byte Unsubscribe = 0xA2;
    public const byte PingRequest = 0xC0;
    public const byte Disconnect = 0xE0;

    private const uint MoreBits = 0x80808080; // of a length: another byte follows

    /// <exception cref="InvalidDataException">The condition is not met, so the client breaks the protocol.</exception>
    public static void Require([DoesNotReturnIf(false)] bool condition, string message)
    {
        if (!condition)
            throw new InvalidDataException(message);
    }

    /// <summary>Attempts to read the first byte, the length and the content of a packet.</summary>
    /// <returns><see langword="false"/> if the rest is to come.</returns>
    /// <exception cref="InvalidDataException">It can never become a packet of a client.</exception>
    public static bool TryRead(
        ref SequenceReader<byte> reader, bool isWelcome, out byte header, out ReadOnlySequence<byte> body)
    {
        body = default;
        if (!reader.TryRead(out header))
            return false;

        Require(isWelcome == (header != Connect), "The first packet, and no other one, is CONNECT.");
        Require(
            header is Connect or Publish or PublishRetained or Subscribe or Unsubscribe or PingRequest or Disconnect,
            "The packet is not supported.");
        Span<byte> length = stackalloc byte[sizeof(uint)];
        Require(
            !reader.TryCopyTo(length) || (BitConverter.ToUInt32(length) & MoreBits) != MoreBits,
            "A length has at most four bytes."); // the varint would wait for a fifth one
        return reader.TryReadPrefixedBytes(LengthPrefix.Varint, out body, MqttBroker.MaxPacket);
    }

    /// <summary>Reads a text with its length, as UTF-8.</summary>
    /// <exception cref="InvalidDataException">It is cut off, no UTF-8, or contains a NUL.</exception>
    public static ReadOnlySpan<byte> ReadText(ref SequenceReader<byte> reader)
    {
        ReadOnlySequence<byte> text = ReadBytes(ref reader);
        ReadOnlySpan<byte> utf8 = text.IsSingleSegment ? text.FirstSpan : text.ToArray();
        Require(Utf8.IsValid(utf8) && !utf8.Contains((byte)0), "A text is malformed.");
        return utf8;
    }

    /// <summary>Reads bytes with their length.</summary>
    /// <exception cref="InvalidDataException">They are cut off.</exception>
    public static ReadOnlySequence<byte> ReadBytes(ref SequenceReader<byte> reader)
    {
        Require(
            reader.TryReadPrefixedBytes(LengthPrefix.UInt16BigEndian, out ReadOnlySequence<byte> bytes),
            "A packet is cut off.");
        return bytes;
    }
}
