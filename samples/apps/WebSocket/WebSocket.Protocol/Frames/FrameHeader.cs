using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace WebSockets.Protocol.Frames;

/// <summary>The header of a frame.</summary>
public readonly record struct FrameHeader
{
    /// <summary>The maximum number of bytes of a header.</summary>
    public const int MaxSize = 14;

    /// <summary>The maximum number of bytes in the payload of a control frame.</summary>
    public const int MaxControlLength = 125;

    private const int FinalBit = 0x80;
    private const int MaskBit = 0x80;
    private const int MaskSize = 4;
    private const int Length16 = 126;
    private const int Length64 = 127;

    public Opcode Opcode { get; init; }

    /// <summary>Gets whether it is the last frame of its message.</summary>
    public bool IsFinal { get; init; }

    /// <summary>Gets the bits RSV1 (4), RSV2 (2) and RSV3 (1).</summary>
    public int Reserved { get; init; }

    public bool IsMasked { get; init; }

    /// <summary>Gets the four bytes of the mask in memory order.</summary>
    public uint Mask { get; init; }

    /// <summary>Gets the number of bytes of the payload.</summary>
    public long Length { get; init; }

    public bool IsControl => IsControlOpcode((int)Opcode);

    /// <summary>Gets the number of bytes of the header.</summary>
    public int Size => 2 + SizeOfLength(Length) + (IsMasked ? MaskSize : 0);

    public static bool IsControlOpcode(int opcode) => (opcode & 0x8) != 0;

    /// <summary>Reads a header without checking whether it is allowed.</summary>
    /// <param name="source">The received bytes.</param>
    /// <param name="header">The header. Its length is negative if it needs 64 bits.</param>
    /// <param name="size">The number of bytes of the header.</param>
    /// <returns><see langword="false"/> if there are too few bytes.</returns>
    public static bool TryRead(ReadOnlySpan<byte> source, out FrameHeader header, out int size)
    {
        header = default;
        size = 2;
        if (source.Length < size)
            return false;

        int length7 = source[1] & ~MaskBit;
        bool isMasked = (source[1] & MaskBit) != 0;
        int lengthSize = length7 switch { Length16 => sizeof(ushort), Length64 => sizeof(ulong), _ => 0 };
        size += lengthSize + (isMasked ? MaskSize : 0);
        if (source.Length < size)
            return false;

        header = new FrameHeader
        {
            Opcode = (Opcode)(source[0] & 0xF),
            IsFinal = (source[0] & FinalBit) != 0,
            Reserved = (source[0] >> 4) & 0x7,
            IsMasked = isMasked,
            Mask = isMasked ? MemoryMarshal.Read<uint>(source[(2 + lengthSize)..]) : 0,
            Length = lengthSize switch
            {
                sizeof(ushort) => BinaryPrimitives.ReadUInt16BigEndian(source[2..]),
                sizeof(ulong) => BinaryPrimitives.ReadInt64BigEndian(source[2..]),
                _ => length7,
            },
        };
        return true;
    }

    /// <summary>Writes the header.</summary>
    /// <param name="destination">The destination, with room for <see cref="Size"/> bytes.</param>
    /// <returns>The number of bytes written.</returns>
    public int Write(Span<byte> destination)
    {
        int lengthSize = SizeOfLength(Length);
        int size = Size;
        destination[..size].Clear(); // also checks the room
        destination[0] = (byte)((IsFinal ? FinalBit : 0) | (Reserved << 4) | (int)Opcode);
        int length7 = lengthSize switch { sizeof(ushort) => Length16, sizeof(ulong) => Length64, _ => (int)Length };
        destination[1] = (byte)((IsMasked ? MaskBit : 0) | length7);
        if (lengthSize == sizeof(ushort))
            BinaryPrimitives.WriteUInt16BigEndian(destination[2..], (ushort)Length);
        else if (lengthSize == sizeof(ulong))
            BinaryPrimitives.WriteInt64BigEndian(destination[2..], Length);

        if (IsMasked)
            MemoryMarshal.Write(destination[(2 + lengthSize)..], Mask);

        return size;
    }

    private static int SizeOfLength(long length) => length switch
    {
        < Length16 => 0,
        <= ushort.MaxValue => sizeof(ushort),
        _ => sizeof(ulong),
    };
}
