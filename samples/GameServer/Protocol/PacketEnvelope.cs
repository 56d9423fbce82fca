using System.Diagnostics;

namespace Pooling.GameServer.Protocol;

/// <summary>Reads and writes frames: a varint length, then the protobuf message <c>Packet</c>, by spans and without an object.</summary>
/// <remarks>Writes what Google.Protobuf writes. Reads what it reads, and nothing else: fields in any order, unknown ones and groups
/// skipped, numbers that are too long cut to 32 bits, the last payload counts.</remarks>
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
        int at = 0;
        while (at < packet.Length)
        {
            if (!TryReadTag(packet, ref at, out uint tag))
                return false;

            if (tag is HeaderTag or PayloadTag)
            {
                if (!TryReadLength(packet, ref at, out int length))
                    return false;

                if (tag == PayloadTag)
                    payload = at..(at + length);
                else if (!TryReadHeader(packet.Slice(at, length), fields))
                    return false;

                at += length;
            }
            else if (!TrySkip(packet, ref at, tag, MostDepth))
            {
                return false;
            }
        }

        if (fields[1] > ushort.MaxValue || fields[2] > byte.MaxValue || fields[3] > byte.MaxValue || fields[4] > byte.MaxValue)
            return false;

        header = new PacketHeader((ushort)fields[1], (byte)fields[2], (byte)fields[3], (byte)fields[4]);
        return true;
    }

    /// <summary>Reads a varint.</summary>
    /// <returns><see langword="false"/> if it does not end within <paramref name="source"/> or within 10 bytes.</returns>
    public static bool TryReadVarint(ReadOnlySpan<byte> source, ref int at, out ulong value)
    {
        value = 0;
        for (int shift = 0; shift < 70 && at < source.Length; shift += 7)
        {
            byte next = source[at++];
            value |= (ulong)(next & 0x7f) << shift;
            if (next < 0x80)
                return true;
        }

        return false;
    }

    public static int VarintLength(uint value) =>
        value < 1u << 7 ? 1 : value < 1u << 14 ? 2 : value < 1u << 21 ? 3 : value < 1u << 28 ? 4 : 5;

    private static bool TryReadHeader(ReadOnlySpan<byte> source, Span<ulong> fields)
    {
        int at = 0;
        while (at < source.Length)
        {
            if (!TryReadTag(source, ref at, out uint tag))
                return false;

            if ((tag & 7) == 0 && tag >> 3 < MostFieldNumber)
            {
                if (!TryReadVarint(source, ref at, out ulong value))
                    return false;

                fields[(int)(tag >> 3)] = (uint)value; // as protobuf cuts what is too long for a uint32
            }
            else if (!TrySkip(source, ref at, tag, MostDepth - 1))
            {
                return false;
            }
        }

        return true;
    }

    // Of a tag, too, protobuf takes the lower 32 bits.
    private static bool TryReadTag(ReadOnlySpan<byte> source, ref int at, out uint tag)
    {
        bool isVarint = TryReadVarint(source, ref at, out ulong value);
        tag = (uint)value;
        return isVarint && tag >> 3 != 0;
    }

    private static bool TrySkip(ReadOnlySpan<byte> source, ref int at, uint tag, int depth)
    {
        switch (tag & 7)
        {
            case 0:
                return TryReadVarint(source, ref at, out _);

            case 1:
            case 5:
                int size = (tag & 7) == 1 ? 8 : 4;
                if (source.Length - at < size)
                    return false;

                at += size;
                return true;

            case 2:
                if (!TryReadLength(source, ref at, out int length))
                    return false;

                at += length;
                return true;

            case 3:
                return depth > 0 && TrySkipGroup(source, ref at, tag, depth - 1);

            default:
                return false; // the end of a group that has not begun, or no type at all
        }
    }

    // Proto3 has no groups, but its readers skip those of others.
    private static bool TrySkipGroup(ReadOnlySpan<byte> source, ref int at, uint start, int depth)
    {
        while (TryReadTag(source, ref at, out uint tag))
        {
            if ((tag & 7) == 4)
                return tag == start + 1; // the end: the same field, another type

            if (!TrySkip(source, ref at, tag, depth))
                return false;
        }

        return false;
    }

    private static bool TryReadLength(ReadOnlySpan<byte> source, ref int at, out int length)
    {
        length = 0;
        if (!TryReadVarint(source, ref at, out ulong value) || (uint)value > (uint)(source.Length - at))
            return false;

        length = (int)(uint)value;
        return true;
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
