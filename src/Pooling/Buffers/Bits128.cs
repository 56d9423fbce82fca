using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>The bits of a 128-bit integer, or of a decimal: its sign and scale in the upper 32, and its number in the
/// others.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly partial struct Bits128(ulong lower, ulong upper)
{
    /// <summary>The size in bytes.</summary>
    internal const int Size = 16;

    private const uint UnusedFlags = 0x7F00FFFF;
    private const int LargestScale = 28;
    private const int ScaleShift = 16;

    internal readonly ulong Lower = lower;
    internal readonly ulong Upper = upper;

    internal static Bits128 Of(decimal value)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        return new Bits128(
            ((ulong)(uint)bits[1] << 32) | (uint)bits[0], ((ulong)(uint)bits[3] << 32) | (uint)bits[2]);
    }

    /// <summary>Returns the decimal with these bits.</summary>
    /// <exception cref="InvalidDataException">No decimal has them.</exception>
    internal decimal ToDecimal()
    {
        uint flags = (uint)(Upper >> 32);
        byte scale = (byte)(flags >> ScaleShift);
        if ((flags & UnusedFlags) != 0 || scale > LargestScale)
            throw new InvalidDataException($"The bits are not those of a decimal: the upper 32 are 0x{flags:X8}.");

        return new decimal((int)Lower, (int)(Lower >> 32), (int)Upper, isNegative: (int)flags < 0, scale);
    }
}
