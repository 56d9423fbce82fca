using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>A variable-length integer: 7 bits per byte, lowest first, with the top bit set in all bytes except the last
/// (LEB128, as in protobuf).</summary>
internal readonly struct Varint
{
    internal const int Longest = 10;
    internal const int Longest32 = 5;
    internal const byte More = 0x80;

    private const int Bits = 7;
    private const ulong LargestLast32 = 0x0F; // 4 bits of the fifth byte are used
    private const ulong LargestLast64 = 0x01; // 1 bit of the tenth byte is used

    /// <summary>The number that was read.</summary>
    internal readonly ulong Value;

    // As wide as the register in which it is returned: a narrower field would be stored in part and loaded as a whole,
    // which stalls.
    private readonly long _length;

    private Varint(ulong value, int length)
    {
        Value = value;
        _length = length;
    }

    /// <summary>The number of bytes read; 0 if there was no valid number.</summary>
    internal int Length => (int)_length;

    // 7 bits per byte: (bits + 6) / 7 without a division, correct for 1 to 64 bits.
    internal static int LengthOf(ulong value) => ((BitOperations.Log2(value | 1) * 9) + 73) >> 6;

    /// <returns>The number of bytes written.</returns>
    internal static int Put(Span<byte> room, ulong value)
    {
        int at = 0;
        for (; value >= More; value >>= Bits)
            room[at++] = (byte)(value | More);

        room[at++] = (byte)value;
        return at;
    }

    /// <returns>The index after the number in the array.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Put(byte[] array, int at, ulong value)
    {
        for (; value >= More; value >>= Bits)
            array[at++] = (byte)(value | More);

        array[at++] = (byte)value;
        return at;
    }

    /// <summary>Fills the whole span, however small the number.</summary>
    internal static void PutPadded(Span<byte> room, ulong value)
    {
        int last = room.Length - 1;
        for (int at = 0; at < last; at++, value >>= Bits)
            room[at] = (byte)(value | More);

        room[last] = (byte)value;
    }

    /// <param name="bytes">The bytes that contain the number.</param>
    /// <param name="start">The index at which it begins, at most the length of the bytes.</param>
    /// <param name="longest">The maximum number of bytes, which also determines the type.</param>
    /// <returns>The number; one of length 0 if it is incomplete.</returns>
    /// <exception cref="InvalidDataException">The number is too long or too large.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static Varint Get(ReadOnlySpan<byte> bytes, int start, int longest)
    {
        if (bytes.Length - start < Longest32)
            return GetEach(bytes, start, longest);

        // Each byte adds one less than its value, which removes the top bit of the previous byte.
        ref byte first = ref Unsafe.Add(ref MemoryMarshal.GetReference(bytes), start);
        ulong next = first;
        ulong value = next;
        int length = 1;
        if (next >= More)
        {
            next = Unsafe.Add(ref first, 1);
            value += (next - 1) << Bits;
            length = 2;
            if (next >= More)
            {
                next = Unsafe.Add(ref first, 2);
                value += (next - 1) << (2 * Bits);
                length = 3;
                if (next >= More)
                {
                    next = Unsafe.Add(ref first, 3);
                    value += (next - 1) << (3 * Bits);
                    length = 4;
                    if (next >= More)
                    {
                        next = Unsafe.Add(ref first, 4);
                        value += (next - 1) << (4 * Bits);
                        length = 5;
                        if (next > (longest == Longest32 ? LargestLast32 : More - 1ul))
                            return GetEach(bytes, start, longest);
                    }
                }
            }
        }

        return new Varint(value, length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Varint GetEach(ReadOnlySpan<byte> bytes, int start, int longest)
    {
        ulong value = 0;
        for (int length = 0; length < longest && (uint)(start + length) < (uint)bytes.Length;)
        {
            ulong next = bytes[start + length];
            value |= (next & (More - 1)) << (length * Bits);
            length++;
            if (next < More)
            {
                if (length == longest && next > (longest == Longest32 ? LargestLast32 : LargestLast64))
                    ThrowTooLarge(longest);

                return new Varint(value, length);
            }

            if (length == longest)
                ThrowTooLarge(longest);
        }

        return default;
    }

    [DoesNotReturn]
    private static void ThrowTooLarge(int longest) => throw new InvalidDataException(
        $"A varint exceeds {longest} bytes or {(longest == Longest32 ? 32 : 64)} bits.");

    internal static int UnZigZag(uint value) => (int)(value >> 1) ^ -(int)(value & 1);

    internal static long UnZigZag(ulong value) => (long)(value >> 1) ^ -(long)(value & 1);
}
