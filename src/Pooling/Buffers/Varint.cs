using System.Numerics;

namespace Pooling.Buffers;

/// <summary>Numbers of variable length: 7 bits a byte, the lowest first, the top bit set in all bytes but the last (LEB128, as in
/// protobuf).</summary>
internal static class Varint
{
    internal const int Longest = 10;

    private const int Bits = 7;
    private const byte More = 0x80;

    // 7 bits a byte: (bits + 6) / 7 without a division, right for 1 to 64 bits.
    internal static int LengthOf(ulong value) => ((BitOperations.Log2(value | 1) * 9) + 73) >> 6;

    /// <returns>The bytes put into the room.</returns>
    internal static int Put(Span<byte> room, ulong value)
    {
        int at = 0;
        for (; value >= More; value >>= Bits)
            room[at++] = (byte)(value | More);

        room[at++] = (byte)value;
        return at;
    }

    /// <summary>Fills all the room, however small the number.</summary>
    internal static void PutPadded(Span<byte> room, ulong value)
    {
        int last = room.Length - 1;
        for (int at = 0; at < last; at++, value >>= Bits)
            room[at] = (byte)(value | More);

        room[last] = (byte)value;
    }
}
