using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>Reads data in the formats of <see cref="BufferWriterExtensions"/> from a <see cref="SequenceReader{T}"/> of
/// bytes: numbers in both byte orders, varints, UTF-8 text, length-prefixed bytes, and arrays of numbers. Values that
/// span several segments are assembled on the stack or in a rented array.</summary>
/// <remarks>
/// <para>Failure: each member returns <see langword="false"/> if more bytes are needed, and only then. It throws
/// <see cref="InvalidDataException"/> for data that no further byte can make valid: a length that is negative or
/// exceeds its maximum, a varint that is too long, or bytes that are not the text or number that they should be. In
/// both cases, the position is unchanged. To undo several reads, rewind the reader by the number of bytes consumed
/// since.</para>
/// <para>Lengths in a message are checked against the number of bytes left, and against a limit, before anything is
/// rented or allocated.</para>
/// <para>Thread safety: that of the reader.</para>
/// <para>Allocation: only strings, and the owners of rented arrays that members return.</para>
/// </remarks>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read one byte.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The byte; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if no bytes are left.</returns>
    public static bool TryReadByte(this ref SequenceReader<byte> reader, out byte value) => reader.TryRead(out value);

    /// <summary>Attempts to read the specified number of bytes, without copying them.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="count">The number of bytes.</param>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns
    /// <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if <paramref name="count"/> is greater than the number of bytes left; the
    /// position is then unchanged.</returns>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative.</exception>
    public static bool TryReadBytes(this ref SequenceReader<byte> reader, int count, out ReadOnlySequence<byte> bytes)
    {
        if (count >= 0 && reader.TryReadExact(count, out bytes))
            return true;

        bytes = default;
        BufferReader.ThrowIfNever((uint)count, int.MaxValue);
        return false;
    }

    /// <summary>Reads the bytes of a value in memory order.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadRaw<T>(ref SequenceReader<byte> reader, out T value) where T : unmanaged
    {
        ReadOnlySpan<byte> span = reader.UnreadSpan;
        if (span.Length < Unsafe.SizeOf<T>())
            return TryReadRawAcross(ref reader, out value);

        value = Unsafe.ReadUnaligned<T>(ref MemoryMarshal.GetReference(span));
        reader.Advance(Unsafe.SizeOf<T>());
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryReadRawAcross<T>(ref SequenceReader<byte> reader, out T value) where T : unmanaged
    {
        Span<byte> bytes = stackalloc byte[Unsafe.SizeOf<T>()];
        if (!reader.TryCopyTo(bytes))
        {
            value = default;
            return false;
        }

        value = Unsafe.ReadUnaligned<T>(ref MemoryMarshal.GetReference(bytes));
        reader.Advance(Unsafe.SizeOf<T>());
        return true;
    }
}
