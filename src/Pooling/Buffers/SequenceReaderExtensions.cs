using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>Reads from a <see cref="SequenceReader{T}"/> of bytes what <see cref="BufferWriterExtensions"/> write: numbers in both byte
/// orders, varints, UTF-8 text, length-prefixed bytes, and many numbers at once. What crosses a border of segments is put together on
/// the stack, or in a rented array.</summary>
/// <remarks>
/// <para>Failure: each member returns <see langword="false"/> when the bytes end too early or are malformed, and leaves the position
/// unchanged then. To give up several reads at once, rewind the reader to what it had consumed before them.</para>
/// <para>Lengths: those in a message are compared with the bytes that are left, and with a limit, before anything is rented or
/// created.</para>
/// <para>Thread safety: that of the reader.</para>
/// <para>Allocation: the strings, the owners of rented arrays that members return, and nothing else.</para>
/// </remarks>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read one byte.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The byte; 0 if there is none.</param>
    /// <returns><see langword="false"/> if no bytes are left.</returns>
    public static bool TryReadByte(this ref SequenceReader<byte> reader, out byte value) => reader.TryRead(out value);

    /// <summary>Attempts to read a number of bytes. They are not copied.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="count">The number of bytes.</param>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <returns><see langword="false"/> if <paramref name="count"/> is negative or above what is left; the position is unchanged
    /// then.</returns>
    public static bool TryReadBytes(this ref SequenceReader<byte> reader, int count, out ReadOnlySequence<byte> bytes)
    {
        bytes = default;
        return count >= 0 && reader.TryReadExact(count, out bytes);
    }

    /// <summary>Reads the bytes of a value as they lie in memory.</summary>
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
