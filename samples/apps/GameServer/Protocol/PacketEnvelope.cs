using System.Diagnostics;
using Pooling.Buffers;

namespace Pooling.GameServer.Protocol;

/// <summary>Reads and writes frames (a varint length, then the protobuf message <c>Packet</c>) with spans and without allocating
/// objects.</summary>
/// <remarks>Writes the same bytes as Google.Protobuf, and accepts exactly the same input: fields in any order, unknown fields and groups
/// skipped, numbers truncated to 32 bits (refused if longer than 64), and the last payload used.</remarks>
internal static class PacketEnvelope
{
    private const uint HeaderTag = (1 << 3) | 2;
    private const uint PayloadTag = (2 << 3) | 2;
    private const int MaxFieldNumber = 5; // of the header, of which four are known
    private const int MaxDepth = 100; // maximum nesting of messages and groups

    /// <summary>The maximum number of bytes around a payload.</summary>
    public const int MaxOverhead = 5 + 2 + 16 + 1 + 5;

    /// <summary>Returns the length of a whole frame in bytes.</summary>
    public static int FrameLength(in PacketHeader header, int payloadLength)
    {
        int packet = PacketLength(in header, payloadLength);
        return VarintLength((uint)packet) + packet;
    }

    /// <summary>Writes a frame except for the payload, for which the last bytes of <paramref name="frame"/> are reserved.</summary>
    /// <param name="frame">Exactly <see cref="FrameLength"/> bytes.</param>
    /// <param name="header">The header.</param>
    /// <param name="payloadLength">The length of the payload in bytes.</param>
    /// <returns>The span for the payload.</returns>
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
    /// <param name="header">The header. Missing values are 0.</param>
    /// <param name="payload">The range of the payload in <paramref name="packet"/>.</param>
    /// <returns><see langword="false"/> if it is not a packet, or a number in the header is too large.</returns>
    public static bool TryRead(ReadOnlySpan<byte> packet, out PacketHeader header, out Range payload)
    {
        try
        {
            return TryReadFields(packet, out header, out payload);
        }
        catch (InvalidDataException) // a varint is too long, or a length negative
        {
            header = default;
            payload = default;
            return false;
        }
    }

    public static int VarintLength(uint value) =>
        value < 1u << 7 ? 1 : value < 1u << 14 ? 2 : value < 1u << 21 ? 3 : value < 1u << 28 ? 4 : 5;

    private static bool TryReadFields(ReadOnlySpan<byte> packet, out PacketHeader header, out Range payload)
    {
        Span<ulong> fields = stackalloc ulong[MaxFieldNumber];
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
            else if (!TrySkip(ref reader, tag, MaxDepth))
            {
                return false;
            }
        }

        if (fields[1] > ushort.MaxValue || fields[2] > byte.MaxValue || fields[3] > byte.MaxValue || fields[4] > byte.MaxValue)
            return false;

        header = new PacketHeader((ushort)fields[1], (byte)fields[2], (byte)fields[3], (byte)fields[4]);
        return true;
    }

    private static bool TryReadHeader(ReadOnlySpan<byte> source, Span<ulong> fields)
    {
        var reader = new BufferReader(source);
        while (!reader.End)
        {
            if (!TryReadTag(ref reader, out uint tag))
                return false;

            if ((tag & 7) == 0 && tag >> 3 < MaxFieldNumber)
            {
                if (!reader.TryReadVarint64(out ulong value))
                    return false;

                fields[(int)(tag >> 3)] = (uint)value; // protobuf truncates what is too long for a uint32
            }
            else if (!TrySkip(ref reader, tag, MaxDepth - 1))
            {
                return false;
            }
        }

        return true;
    }

    // Protobuf also uses only the lower 32 bits of a tag.
    private static bool TryReadTag(ref BufferReader reader, out uint tag)
    {
        bool isVarint = reader.TryReadVarint64(out ulong value);
        tag = (uint)value;
        return isVarint && tag >> 3 != 0;
    }

    // Protobuf also uses only the lower 32 bits of a length.
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
        _ => false, // the end of a group that has not started, or an invalid type
    };

    // Proto3 has no groups, but its parsers skip those of other versions.
    private static bool TrySkipGroup(ref BufferReader reader, uint start, int depth)
    {
        while (TryReadTag(ref reader, out uint tag))
        {
            if ((tag & 7) == 4)
                return tag == start + 1; // the end: the same field with another type

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
            return at; // proto3 omits default values

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
