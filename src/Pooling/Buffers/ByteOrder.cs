using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>Converts numbers between the byte order of the machine and that of a message; the conversion is the same in
/// both directions.</summary>
internal static class ByteOrder
{
    internal static ushort LittleEndian(ushort value) =>
        BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);

    internal static ushort BigEndian(ushort value) =>
        BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value;

    internal static uint LittleEndian(uint value) =>
        BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);

    internal static uint BigEndian(uint value) =>
        BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value;

    internal static ulong LittleEndian(ulong value) =>
        BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);

    internal static ulong BigEndian(ulong value) =>
        BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value;

    internal static Guid LittleEndian(Guid value) => BitConverter.IsLittleEndian ? value : ReverseFields(value);

    internal static Guid BigEndian(Guid value) => BitConverter.IsLittleEndian ? ReverseFields(value) : value;

    internal static Bits128 LittleEndian(Bits128 value) =>
        new(LittleEndian(value.Lower), LittleEndian(value.Upper));

    internal static Bits128 BigEndian(Bits128 value) => new(BigEndian(value.Upper), BigEndian(value.Lower));

    /// <summary>Whether the byte order of a type is known. A constant for the JIT.</summary>
    internal static bool IsNumber<T>() =>
        typeof(T) == typeof(byte) || typeof(T) == typeof(sbyte)
        || typeof(T) == typeof(short) || typeof(T) == typeof(ushort)
        || typeof(T) == typeof(int) || typeof(T) == typeof(uint) || typeof(T) == typeof(float)
        || typeof(T) == typeof(long) || typeof(T) == typeof(ulong) || typeof(T) == typeof(double);

    [DoesNotReturn]
    internal static void ThrowNoNumber(Type type) =>
        throw new NotSupportedException(
            $"The byte order of '{type}' is not known. Use an integer of 8 to 64 bits, float, or double.");

    /// <summary>Copies numbers and reverses the bytes of each. Both spans may be the same memory.</summary>
    /// <param name="size">The size of a number in bytes.</param>
    /// <param name="source">A whole number of elements.</param>
    /// <param name="target">At least as long as the source.</param>
    internal static void Reverse(int size, ReadOnlySpan<byte> source, Span<byte> target)
    {
        switch (size)
        {
            case sizeof(ushort):
                BinaryPrimitives.ReverseEndianness(
                    MemoryMarshal.Cast<byte, ushort>(source), MemoryMarshal.Cast<byte, ushort>(target));
                break;
            case sizeof(uint):
                BinaryPrimitives.ReverseEndianness(
                    MemoryMarshal.Cast<byte, uint>(source), MemoryMarshal.Cast<byte, uint>(target));
                break;
            case sizeof(ulong):
                BinaryPrimitives.ReverseEndianness(
                    MemoryMarshal.Cast<byte, ulong>(source), MemoryMarshal.Cast<byte, ulong>(target));
                break;
            default:
                source.CopyTo(target);
                break;
        }
    }

    // Reverses the three fields at the start; the eight bytes after them have only one order.
    private static Guid ReverseFields(Guid value)
    {
        ref byte first = ref Unsafe.As<Guid, byte>(ref value);
        ref byte second = ref Unsafe.Add(ref first, sizeof(uint));
        ref byte third = ref Unsafe.Add(ref second, sizeof(ushort));
        Unsafe.WriteUnaligned(ref first, BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<uint>(ref first)));
        Unsafe.WriteUnaligned(ref second, BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<ushort>(ref second)));
        Unsafe.WriteUnaligned(ref third, BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<ushort>(ref third)));
        return value;
    }
}
