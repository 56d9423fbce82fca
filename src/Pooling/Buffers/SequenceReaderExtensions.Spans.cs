using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <content>Several numbers at once.</content>
public static partial class SequenceReaderExtensions
{
    private const int CopiedAtATime = 1 << 20; // numbers, so that their size in bytes fits an int

    /// <summary>Attempts to fill a span with little-endian numbers.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="reader">The reader.</param>
    /// <param name="destination">The span to fill. It must not overlap the bytes being read.</param>
    /// <returns><see langword="false"/> if too few bytes are left; nothing was read.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    public static bool TryReadLittleEndian<T>(this ref SequenceReader<byte> reader, scoped Span<T> destination)
        where T : unmanaged =>
        TryReadNumbers(ref reader, destination, isReversed: !BitConverter.IsLittleEndian);

    /// <summary>Attempts to fill a span with big-endian numbers.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="reader">The reader.</param>
    /// <param name="destination">The span to fill. It must not overlap the bytes being read.</param>
    /// <returns><see langword="false"/> if too few bytes are left; nothing was read.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    public static bool TryReadBigEndian<T>(this ref SequenceReader<byte> reader, scoped Span<T> destination)
        where T : unmanaged =>
        TryReadNumbers(ref reader, destination, isReversed: BitConverter.IsLittleEndian);

    /// <summary>Attempts to read little-endian numbers into a rented array.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="reader">The reader.</param>
    /// <param name="count">The number of elements, as stated in the message.</param>
    /// <param name="numbers">The numbers, which the caller must dispose; <see langword="null"/> if this method returns
    /// <see langword="false"/>.</param>
    /// <param name="maxCount">The maximum number of elements to accept.</param>
    /// <param name="pool">The pool to rent the array from; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <returns><see langword="false"/> if too few bytes are left; nothing was read or rented.</returns>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative or greater than
    /// <paramref name="maxCount"/>.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    /// <exception cref="InvalidOperationException">The pool returned an array that is too short.</exception>
    public static bool TryReadLittleEndian<T>(
        this ref SequenceReader<byte> reader,
        int count,
        [NotNullWhen(true)] out PooledArray<T>? numbers,
        int maxCount,
        ArrayPool<T>? pool = null) where T : unmanaged
    {
        numbers = BufferReader.RentFor(reader.Remaining, count, maxCount, pool);
        return numbers is not null && reader.TryReadLittleEndian(numbers.Span);
    }

    /// <summary>Attempts to read big-endian numbers into a rented array.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="reader">The reader.</param>
    /// <param name="count">The number of elements, as stated in the message.</param>
    /// <param name="numbers">The numbers, which the caller must dispose; <see langword="null"/> if this method returns
    /// <see langword="false"/>.</param>
    /// <param name="maxCount">The maximum number of elements to accept.</param>
    /// <param name="pool">The pool to rent the array from; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <returns><see langword="false"/> if too few bytes are left; nothing was read or rented.</returns>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative or greater than
    /// <paramref name="maxCount"/>.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    /// <exception cref="InvalidOperationException">The pool returned an array that is too short.</exception>
    public static bool TryReadBigEndian<T>(
        this ref SequenceReader<byte> reader,
        int count,
        [NotNullWhen(true)] out PooledArray<T>? numbers,
        int maxCount,
        ArrayPool<T>? pool = null) where T : unmanaged
    {
        numbers = BufferReader.RentFor(reader.Remaining, count, maxCount, pool);
        return numbers is not null && reader.TryReadBigEndian(numbers.Span);
    }

    private static bool TryReadNumbers<T>(ref SequenceReader<byte> reader, scoped Span<T> destination, bool isReversed)
        where T : unmanaged
    {
        if (!ByteOrder.IsNumber<T>())
            ByteOrder.ThrowNoNumber(typeof(T));

        if ((long)destination.Length * Unsafe.SizeOf<T>() > reader.Remaining)
            return false;

        while (!destination.IsEmpty)
        {
            int length = Math.Min(destination.Length, CopiedAtATime);
            CopyNumbers(
                ref reader, MemoryMarshal.AsBytes(destination.Slice(0, length)), isReversed ? Unsafe.SizeOf<T>() : 1);
            destination = destination.Slice(length);
        }

        return true;
    }

    private static void CopyNumbers(ref SequenceReader<byte> reader, scoped Span<byte> target, int reversedSize)
    {
        scoped ReadOnlySpan<byte> source = reader.UnreadSpan;
        if (source.Length < target.Length)
        {
            reader.TryCopyTo(target);
            source = target;
        }

        if (reversedSize > 1)
            ByteOrder.Reverse(reversedSize, source.Slice(0, target.Length), target);
        else
            source.Slice(0, target.Length).CopyTo(target);

        reader.Advance(target.Length);
    }
}
