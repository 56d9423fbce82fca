using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Guids.</content>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes a Guid as 16 bytes in the order of <see cref="Guid.ToByteArray()"/>: its first three fields with the lowest byte
    /// first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The Guid.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteGuidLittleEndian(this IBufferWriter<byte> writer, Guid value) =>
        WriteRaw(writer, BitConverter.IsLittleEndian ? value : ReverseFields(value));

    /// <summary>Writes a Guid as 16 bytes in the order of its text, which is that of RFC 4122: all fields with the highest byte
    /// first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The Guid.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteGuidBigEndian(this IBufferWriter<byte> writer, Guid value) =>
        WriteRaw(writer, BitConverter.IsLittleEndian ? ReverseFields(value) : value);

    // The three numbers at its begin; the eight bytes behind them have one order.
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
