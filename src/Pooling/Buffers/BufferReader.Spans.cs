using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <content>Many numbers at once.</content>
public ref partial struct BufferReader
{
    /// <summary>Attempts to fill a span with numbers, the lowest byte of each first. On a little-endian machine that is one copy.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="destination">Where the numbers go. It must not overlap with the bytes that are being read.</param>
    /// <returns><see langword="false"/> if fewer bytes are left than the numbers take; nothing was read then.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadLittleEndian<T>(scoped Span<T> destination) where T : unmanaged =>
        TryAdvance(CopyNumbers(_span, _position, destination, isReversed: !BitConverter.IsLittleEndian));

    /// <summary>Fills a span with numbers, the lowest byte of each first. On a little-endian machine that is one copy.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="destination">Where the numbers go. It must not overlap with the bytes that are being read.</param>
    /// <exception cref="InvalidDataException">Fewer bytes are left than the numbers take.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ReadLittleEndian<T>(scoped Span<T> destination) where T : unmanaged
    {
        if (!TryReadLittleEndian(destination))
            ThrowNoNumbers(destination.Length, typeof(T), destination.Length, _position, Remaining);
    }

    /// <summary>Attempts to fill a span with numbers, the highest byte of each first.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="destination">Where the numbers go. It must not overlap with the bytes that are being read.</param>
    /// <returns><see langword="false"/> if fewer bytes are left than the numbers take; nothing was read then.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadBigEndian<T>(scoped Span<T> destination) where T : unmanaged =>
        TryAdvance(CopyNumbers(_span, _position, destination, isReversed: BitConverter.IsLittleEndian));

    /// <summary>Fills a span with numbers, the highest byte of each first.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="destination">Where the numbers go. It must not overlap with the bytes that are being read.</param>
    /// <exception cref="InvalidDataException">Fewer bytes are left than the numbers take.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ReadBigEndian<T>(scoped Span<T> destination) where T : unmanaged
    {
        if (!TryReadBigEndian(destination))
            ThrowNoNumbers(destination.Length, typeof(T), destination.Length, _position, Remaining);
    }

    /// <summary>Attempts to read numbers into a rented array, the lowest byte of each first.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="count">How many numbers the message claims to have.</param>
    /// <param name="numbers">The numbers, which the caller disposes; <see langword="null"/> if there are none.</param>
    /// <param name="maxCount">The most numbers that are accepted.</param>
    /// <param name="pool">Where the array comes from and goes back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <returns><see langword="false"/> if <paramref name="count"/> is negative, above <paramref name="maxCount"/>, or fewer bytes are left
    /// than the numbers take; nothing was read and nothing was rented then.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    /// <exception cref="InvalidOperationException">The pool gave an array that is too short.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadLittleEndian<T>(
        int count, [NotNullWhen(true)] out PooledArray<T>? numbers, int maxCount, ArrayPool<T>? pool = null) where T : unmanaged
    {
        numbers = RentNumbers(_span, _position, count, maxCount, pool, isReversed: !BitConverter.IsLittleEndian);
        return numbers is not null && TryAdvance(count * Unsafe.SizeOf<T>());
    }

    /// <summary>Reads numbers into a rented array, the lowest byte of each first.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="count">How many numbers the message claims to have.</param>
    /// <param name="maxCount">The most numbers that are accepted.</param>
    /// <param name="pool">Where the array comes from and goes back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <returns>The numbers, which the caller disposes.</returns>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative, above <paramref name="maxCount"/>, or fewer bytes are
    /// left than the numbers take; nothing was rented.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    /// <exception cref="InvalidOperationException">The pool gave an array that is too short.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledArray<T> ReadLittleEndian<T>(int count, int maxCount, ArrayPool<T>? pool = null) where T : unmanaged
    {
        if (!TryReadLittleEndian(count, out PooledArray<T>? numbers, maxCount, pool))
            ThrowNoNumbers(count, typeof(T), maxCount, _position, Remaining);

        return numbers;
    }

    /// <summary>Attempts to read numbers into a rented array, the highest byte of each first.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="count">How many numbers the message claims to have.</param>
    /// <param name="numbers">The numbers, which the caller disposes; <see langword="null"/> if there are none.</param>
    /// <param name="maxCount">The most numbers that are accepted.</param>
    /// <param name="pool">Where the array comes from and goes back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <returns><see langword="false"/> if <paramref name="count"/> is negative, above <paramref name="maxCount"/>, or fewer bytes are left
    /// than the numbers take; nothing was read and nothing was rented then.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    /// <exception cref="InvalidOperationException">The pool gave an array that is too short.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadBigEndian<T>(
        int count, [NotNullWhen(true)] out PooledArray<T>? numbers, int maxCount, ArrayPool<T>? pool = null) where T : unmanaged
    {
        numbers = RentNumbers(_span, _position, count, maxCount, pool, isReversed: BitConverter.IsLittleEndian);
        return numbers is not null && TryAdvance(count * Unsafe.SizeOf<T>());
    }

    /// <summary>Reads numbers into a rented array, the highest byte of each first.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="count">How many numbers the message claims to have.</param>
    /// <param name="maxCount">The most numbers that are accepted.</param>
    /// <param name="pool">Where the array comes from and goes back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <returns>The numbers, which the caller disposes.</returns>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative, above <paramref name="maxCount"/>, or fewer bytes are
    /// left than the numbers take; nothing was rented.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is none of these types.</exception>
    /// <exception cref="InvalidOperationException">The pool gave an array that is too short.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledArray<T> ReadBigEndian<T>(int count, int maxCount, ArrayPool<T>? pool = null) where T : unmanaged
    {
        if (!TryReadBigEndian(count, out PooledArray<T>? numbers, maxCount, pool))
            ThrowNoNumbers(count, typeof(T), maxCount, _position, Remaining);

        return numbers;
    }

    /// <summary>Copies numbers out of line.</summary>
    /// <returns>The bytes that they took; -1 if fewer are left.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int CopyNumbers<T>(ReadOnlySpan<byte> span, int position, Span<T> destination, bool isReversed) where T : unmanaged
    {
        if (!ByteOrder.IsNumber<T>())
            ByteOrder.ThrowNoNumber(typeof(T));

        long length = (long)destination.Length * Unsafe.SizeOf<T>();
        if (length > span.Length - position)
            return -1;

        ReadOnlySpan<byte> source = span.Slice(position, (int)length);
        if (isReversed)
            ByteOrder.Reverse(Unsafe.SizeOf<T>(), source, MemoryMarshal.AsBytes(destination));
        else
            source.CopyTo(MemoryMarshal.AsBytes(destination));

        return (int)length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledArray<T>? RentNumbers<T>(
        ReadOnlySpan<byte> span, int position, int count, int maxCount, ArrayPool<T>? pool, bool isReversed) where T : unmanaged
    {
        PooledArray<T>? numbers = RentFor(span.Length - position, count, maxCount, pool);
        if (numbers is not null)
            CopyNumbers(span, position, numbers.Span, isReversed);

        return numbers;
    }

    /// <summary>Rents only what the bytes that are left can fill.</summary>
    internal static PooledArray<T>? RentFor<T>(long left, int count, int maxCount, ArrayPool<T>? pool) where T : unmanaged
    {
        if (!ByteOrder.IsNumber<T>())
            ByteOrder.ThrowNoNumber(typeof(T));

        return count < 0 || count > maxCount || (long)count * Unsafe.SizeOf<T>() > left ? null : new PooledArray<T>(count, pool);
    }

    [DoesNotReturn]
    private static void ThrowNoNumbers(int count, Type type, int maxCount, int position, int left) =>
        throw new InvalidDataException(
            $"{count} of at most {maxCount} numbers of the type {type} are to be read at byte {position}, where {left} bytes are left.");
}
