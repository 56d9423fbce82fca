using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <content>Several numbers at once.</content>
public ref partial struct BufferReader
{
    /// <summary>Attempts to fill a span with little-endian numbers. On a little-endian machine, this is a single
    /// copy.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="destination">The span to fill. It must not overlap the bytes being read.</param>
    /// <returns><see langword="false"/> if too few bytes are left; nothing was read.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadLittleEndian<T>(scoped Span<T> destination) where T : unmanaged =>
        TryMove(CopyNumbers(_span, _position, destination, isReversed: !BitConverter.IsLittleEndian));

    /// <summary>Fills a span with little-endian numbers. On a little-endian machine, this is a single copy.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="destination">The span to fill. It must not overlap the bytes being read.</param>
    /// <exception cref="InvalidDataException">Too few bytes are left.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ReadLittleEndian<T>(scoped Span<T> destination) where T : unmanaged
    {
        if (!TryReadLittleEndian(destination))
            ThrowNoNumbers(destination.Length, typeof(T), _position, Remaining);
    }

    /// <summary>Attempts to fill a span with big-endian numbers.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="destination">The span to fill. It must not overlap the bytes being read.</param>
    /// <returns><see langword="false"/> if too few bytes are left; nothing was read.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadBigEndian<T>(scoped Span<T> destination) where T : unmanaged =>
        TryMove(CopyNumbers(_span, _position, destination, isReversed: BitConverter.IsLittleEndian));

    /// <summary>Fills a span with big-endian numbers.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="destination">The span to fill. It must not overlap the bytes being read.</param>
    /// <exception cref="InvalidDataException">Too few bytes are left.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ReadBigEndian<T>(scoped Span<T> destination) where T : unmanaged
    {
        if (!TryReadBigEndian(destination))
            ThrowNoNumbers(destination.Length, typeof(T), _position, Remaining);
    }

    /// <summary>Attempts to read little-endian numbers into a rented array.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
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
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadLittleEndian<T>(
        int count, [NotNullWhen(true)] out PooledArray<T>? numbers, int maxCount, ArrayPool<T>? pool =
            null) where T : unmanaged
    {
        numbers = RentNumbers(_span, _position, count, maxCount, pool, isReversed: !BitConverter.IsLittleEndian);
        return TryMove(numbers is null ? -1 : count * Unsafe.SizeOf<T>());
    }

    /// <summary>Reads little-endian numbers into a rented array.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="count">The number of elements, as stated in the message.</param>
    /// <param name="maxCount">The maximum number of elements to accept.</param>
    /// <param name="pool">The pool to rent the array from; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <returns>The numbers, which the caller must dispose.</returns>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative, greater than
    /// <paramref name="maxCount"/>, or too few bytes are left; nothing was rented.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    /// <exception cref="InvalidOperationException">The pool returned an array that is too short.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledArray<T> ReadLittleEndian<T>(int count, int maxCount, ArrayPool<T>? pool = null) where T : unmanaged
    {
        if (!TryReadLittleEndian(count, out PooledArray<T>? numbers, maxCount, pool))
            ThrowNoNumbers(count, typeof(T), _position, Remaining);

        return numbers;
    }

    /// <summary>Attempts to read big-endian numbers into a rented array.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
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
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadBigEndian<T>(
        int count, [NotNullWhen(true)] out PooledArray<T>? numbers, int maxCount, ArrayPool<T>? pool =
            null) where T : unmanaged
    {
        numbers = RentNumbers(_span, _position, count, maxCount, pool, isReversed: BitConverter.IsLittleEndian);
        return TryMove(numbers is null ? -1 : count * Unsafe.SizeOf<T>());
    }

    /// <summary>Reads big-endian numbers into a rented array.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="count">The number of elements, as stated in the message.</param>
    /// <param name="maxCount">The maximum number of elements to accept.</param>
    /// <param name="pool">The pool to rent the array from; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <returns>The numbers, which the caller must dispose.</returns>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative, greater than
    /// <paramref name="maxCount"/>, or too few bytes are left; nothing was rented.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    /// <exception cref="InvalidOperationException">The pool returned an array that is too short.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledArray<T> ReadBigEndian<T>(int count, int maxCount, ArrayPool<T>? pool = null) where T : unmanaged
    {
        if (!TryReadBigEndian(count, out PooledArray<T>? numbers, maxCount, pool))
            ThrowNoNumbers(count, typeof(T), _position, Remaining);

        return numbers;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryMove(int length)
    {
        if (length < 0)
            return false;

        _position += length;
        return true;
    }

    /// <summary>Copies numbers out of line.</summary>
    /// <returns>The number of bytes read; -1 if fewer are left.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int CopyNumbers<T>(ReadOnlySpan<byte> span, int position, Span<T> destination, bool isReversed)
        where T : unmanaged
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
        ReadOnlySpan<byte> span, int position, int count, int maxCount, ArrayPool<T>? pool,
        bool isReversed) where T : unmanaged
    {
        PooledArray<T>? numbers = RentFor(span.Length - position, count, maxCount, pool);
        if (numbers is not null)
            CopyNumbers(span, position, numbers.Span, isReversed);

        return numbers;
    }

    /// <summary>Rents only as much as the remaining bytes can fill, and returns null if more of them are
    /// needed.</summary>
    internal static PooledArray<T>? RentFor<T>(long left, int count, int maxCount, ArrayPool<T>? pool)
        where T : unmanaged
    {
        if (!ByteOrder.IsNumber<T>())
            ByteOrder.ThrowNoNumber(typeof(T));

        if (count < 0 || count > maxCount)
            ThrowTooMany(count, maxCount);

        return (long)count * Unsafe.SizeOf<T>() > left ? null : new PooledArray<T>(count, pool);
    }

    [DoesNotReturn]
    private static void ThrowTooMany(int count, int maxCount) => throw new InvalidDataException(
        $"A count of {Quantity.Of(count, "number")} is negative, or exceeds the limit of {maxCount}.");

    [DoesNotReturn]
    private static void ThrowNoNumbers(int count, Type type, int position, int left) =>
        throw new InvalidDataException(
            $"Cannot read {Quantity.Of(count, "number")} of type '{type}' at position {position}: "
            + $"{Quantity.Of(left, "byte")} left.");
}
