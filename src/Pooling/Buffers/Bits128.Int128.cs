namespace Pooling.Buffers;

/// <content>128-bit integers.</content>
internal readonly partial struct Bits128
{
    internal static Bits128 Of(Int128 value) => new((ulong)value, (ulong)(value >> 64));

    internal Int128 ToInt128() => new(Upper, Lower);
}
