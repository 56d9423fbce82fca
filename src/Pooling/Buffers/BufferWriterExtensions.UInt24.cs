using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Integers of three bytes.</content>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes an unsigned 24-bit integer (3 bytes, little-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number, at most 16,777,215.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> exceeds 24 bits; nothing was
    /// written.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt24LittleEndian(this IBufferWriter<byte> writer, uint value)
    {
        if (value > UInt24.MaxValue)
            ThrowNo24Bits(value);

        WriteRaw(writer, UInt24.LittleEndian(value));
    }

    /// <summary>Writes an unsigned 24-bit integer (3 bytes, big-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number, at most 16,777,215.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> exceeds 24 bits; nothing was
    /// written.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt24BigEndian(this IBufferWriter<byte> writer, uint value)
    {
        if (value > UInt24.MaxValue)
            ThrowNo24Bits(value);

        WriteRaw(writer, UInt24.BigEndian(value));
    }

    [DoesNotReturn]
    private static void ThrowNo24Bits(uint value) =>
        Throw.ArgumentOutOfRange(
            nameof(value), value, $"The number {value} exceeds 24 bits, which hold at most {UInt24.MaxValue}.");
}
