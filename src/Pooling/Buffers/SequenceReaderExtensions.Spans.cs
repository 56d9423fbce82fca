using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <content>Many numbers at once.</content>
public static partial class SequenceReaderExtensions
{
    private const int CopiedAtATime = 1 << 20; // numbers, so that their bytes fit an integer

    /// <summary>Attempts to fill a span with numbers, the lowest byte of each first.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="reader">The reader.</param>
    /// <param name="destination">Where the numbers go. It must not overlap with the bytes that are being read.</param>
    /// <returns><see langword="false"/> if fewer bytes are left than the numbers take; nothing was read then.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    public static bool TryReadLittleEndian<T>(this ref SequenceReader<byte> reader, scoped Span<T> destination) where T : unmanaged =>
        TryReadNumbers(ref reader, destination, isReversed: !BitConverter.IsLittleEndian);

    /// <summary>Attempts to fill a span with numbers, the highest byte of each first.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="reader">The reader.</param>
    /// <param name="destination">Where the numbers go. It must not overlap with the bytes that are being read.</param>
    /// <returns><see langword="false"/> if fewer bytes are left than the numbers take; nothing was read then.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    public static bool TryReadBigEndian<T>(this ref SequenceReader<byte> reader, scoped Span<T> destination) where T : unmanaged =>
        TryReadNumbers(ref reader, destination, isReversed: BitConverter.IsLittleEndian);

    /// <summary>Attempts to read numbers into a rented array, the lowest byte of each first.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="reader">The reader.</param>
    /// <param name="count">How many numbers the message claims to have.</param>
    /// <param name="numbers">The numbers, which the caller disposes; <see langword="null"/> if there are none.</param>
    /// <param name="maxCount">The most numbers that are accepted.</param>
    /// <param name="pool">Where the array comes from and goes back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <returns><see langword="false"/> if <paramref name="count"/> is negative, above <paramref name="maxCount"/>, or fewer bytes are left
    /// than the numbers take; nothing was read and nothing was rented then.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    /// <exception cref="InvalidOperationException">The pool gave an array that is too short.</exception>
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

    /// <summary>Attempts to read numbers into a rented array, the highest byte of each first.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="reader">The reader.</param>
    /// <param name="count">How many numbers the message claims to have.</param>
    /// <param name="numbers">The numbers, which the caller disposes; <see langword="null"/> if there are none.</param>
    /// <param name="maxCount">The most numbers that are accepted.</param>
    /// <param name="pool">Where the array comes from and goes back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <returns><see langword="false"/> if <paramref name="count"/> is negative, above <paramref name="maxCount"/>, or fewer bytes are left
    /// than the numbers take; nothing was read and nothing was rented then.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    /// <exception cref="InvalidOperationException">The pool gave an array that is too short.</exception>
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
            CopyNumbers(ref reader, MemoryMarshal.AsBytes(destination.Slice(0, length)), isReversed ? Unsafe.SizeOf<T>() : 1);
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
