using System.Diagnostics;
using Pooling.Buffers;

namespace Pooling.GameServer.Protocol;

/// <summary>Reads and writes frames: a varint length, then the protobuf message <c>Packet</c>, by spans and without an object.</summary>
/// <remarks>Writes what Google.Protobuf writes. Reads what it reads, and nothing else: fields in any order, unknown ones and groups
/// skipped, numbers that are too long cut to 32 bits (those of more than 64 are refused), the last payload counts.</remarks>
internal static class PacketEnvelope
{
    private const uint HeaderTag = (1 << 3) | 2;
    private const uint PayloadTag = (2 << 3) | 2;
    private const int MostFieldNumber = 5; // of the header: four are known
    private const int MostDepth = 100; // of messages and groups in each other

    /// <summary>The most bytes that stand around a payload.</summary>
    public const int MostOverhead = 5 + 2 + 16 + 1 + 5;

    /// <summary>The bytes of a whole frame.</summary>
    public static int FrameLength(in PacketHeader header, int payloadLength)
    {
        int packet = PacketLength(in header, payloadLength);
        return VarintLength((uint)packet) + packet;
    }

    /// <summary>Writes all of a frame but the payload, for which the last bytes of <paramref name="frame"/> are left.</summary>
    /// <param name="frame">Exactly <see cref="FrameLength"/> bytes.</param>
    /// <param name="header">The header.</param>
    /// <param name="payloadLength">The bytes of the payload.</param>
    /// <returns>Where the payload goes.</returns>
    public static Span<byte> Write(Span<byte> frame, in PacketHeader header, int payloadLength)
    {
        Debug.Assert(frame.Length == FrameLength(in header, payloadLength));

        int at = WriteVarint(frame, 0, (uint)PacketLength(in header, payloadLength));
        frame[at++] = (byte)HeaderTag;
        frame[at++] = (byte)HeaderLength(in header);
        at = WriteField(frame, at, 1, header.Type);
        at = WriteField(frame, at, 2, header.Flags);
        at = WriteField(frame, at, 3, header.Protocol);
        at = WriteField(frame, at, 4, header.Version);
        if (payloadLength == 0)
            return default;

        frame[at++] = (byte)PayloadTag;
        at = WriteVarint(frame, at, (uint)payloadLength);
        return frame.Slice(at, payloadLength);
    }

    /// <summary>Reads a packet.</summary>
    /// <param name="packet">A frame without its length.</param>
    /// <param name="header">The header; what the peer left out is 0.</param>
    /// <param name="payload">Where the payload stands in <paramref name="packet"/>.</param>
    /// <returns><see langword="false"/> if it is no packet, or a number in the header is too large.</returns>
    public static bool TryRead(ReadOnlySpan<byte> packet, out PacketHeader header, out Range payload)
    {
        Span<ulong> fields = stackalloc ulong[MostFieldNumber];
        fields.Clear();
        header = default;
        payload = default;
        var reader = new BufferReader(packet);
        while (!reader.End)
        {
            if (!TryReadTag(ref reader, out uint tag))
                return false;

            if (tag is HeaderTag or PayloadTag)
            {
                if (!TryReadContent(ref reader, out ReadOnlySpan<byte> content))
                    return false;

                if (tag == PayloadTag)
                    payload = (reader.Consumed - content.Length)..reader.Consumed;
                else if (!TryReadHeader(content, fields))
                    return false;
            }
            else if (!TrySkip(ref reader, tag, MostDepth))
            {
                return false;
            }
        }

        if (fields[1] > ushort.MaxValue || fields[2] > byte.MaxValue || fields[3] > byte.MaxValue || fields[4] > byte.MaxValue)
            return false;

        header = new PacketHeader((ushort)fields[1], (byte)fields[2], (byte)fields[3], (byte)fields[4]);
        return true;
    }

    public static int VarintLength(uint value) =>
        value < 1u << 7 ? 1 : value < 1u << 14 ? 2 : value < 1u << 21 ? 3 : value < 1u << 28 ? 4 : 5;

    private static bool TryReadHeader(ReadOnlySpan<byte> source, Span<ulong> fields)
    {
        var reader = new BufferReader(source);
        while (!reader.End)
        {
            if (!TryReadTag(ref reader, out uint tag))
                return false;

            if ((tag & 7) == 0 && tag >> 3 < MostFieldNumber)
            {
                if (!reader.TryReadVarint64(out ulong value))
                    return false;

                fields[(int)(tag >> 3)] = (uint)value; // as protobuf cuts what is too long for a uint32
            }
            else if (!TrySkip(ref reader, tag, MostDepth - 1))
            {
                return false;
            }
        }

        return true;
    }

    // Of a tag, too, protobuf takes the lower 32 bits.
    private static bool TryReadTag(ref BufferReader reader, out uint tag)
    {
        bool isVarint = reader.TryReadVarint64(out ulong value);
        tag = (uint)value;
        return isVarint && tag >> 3 != 0;
    }

    // And of a length.
    private static bool TryReadContent(ref BufferReader reader, out ReadOnlySpan<byte> content)
    {
        content = default;
        return reader.TryReadVarint64(out ulong length) && reader.TryReadBytes((int)(uint)length, out content);
    }

    private static bool TrySkip(ref BufferReader reader, uint tag, int depth) => (tag & 7) switch
    {
        0 => reader.TryReadVarint64(out _),
        1 => reader.TryAdvance(sizeof(ulong)),
        5 => reader.TryAdvance(sizeof(uint)),
        2 => TryReadContent(ref reader, out _),
        3 => depth > 0 && TrySkipGroup(ref reader, tag, depth - 1),
        _ => false, // the end of a group that has not begun, or no type at all
    };

    // Proto3 has no groups, but its readers skip those of others.
    private static bool TrySkipGroup(ref BufferReader reader, uint start, int depth)
    {
        while (TryReadTag(ref reader, out uint tag))
        {
            if ((tag & 7) == 4)
                return tag == start + 1; // the end: the same field, another type

            if (!TrySkip(ref reader, tag, depth))
                return false;
        }

        return false;
    }

    private static int PacketLength(in PacketHeader header, int payloadLength) =>
        2 + HeaderLength(in header) + (payloadLength == 0 ? 0 : 1 + VarintLength((uint)payloadLength) + payloadLength);

    private static int HeaderLength(in PacketHeader header) =>
        FieldLength(header.Type) + FieldLength(header.Flags) + FieldLength(header.Protocol) + FieldLength(header.Version);

    private static int FieldLength(uint value) => value == 0 ? 0 : 1 + VarintLength(value);

    private static int WriteField(Span<byte> target, int at, int number, uint value)
    {
        if (value == 0)
            return at; // as proto3 leaves it out

        target[at++] = (byte)(number << 3);
        return WriteVarint(target, at, value);
    }

    private static int WriteVarint(Span<byte> target, int at, uint value)
    {
        for (; value >= 0x80; value >>= 7)
            target[at++] = (byte)(value | 0x80);

        target[at++] = (byte)value;
        return at;
    }
}
