using System.Buffers;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Buffers;

/// <summary>Rents and returns arrays on behalf of every owner of a rented array.</summary>
internal static class RentedArray
{
    /// <summary>Why a member of a writer throws whose array pool, or target, has used the writer meanwhile.</summary>
    internal const string UsedMeanwhile =
        "The writer was used while one of its members ran: by its array pool, or by what its content was copied to.";

    /// <summary>An array of at most this many bytes is not too long for any content, and so many bytes are copied at
    /// less cost than that of another array for their writer.</summary>
    private const int ShortAnyway = 1024;

    /// <summary>Whether whoever takes over content gets a copy of it in another array, because limits of users count
    /// what they see, not the array that it keeps alive.</summary>
    internal static bool IsTooLongFor<T>(T[] array, int length) =>
        array.Length > 2L * length && (long)array.Length * Unsafe.SizeOf<T>() > ShortAnyway;

    /// <summary>Whether content leaves its writer in a copy, and the array stays: if the array is too long for it, or
    /// if the content is short and the writer rented, so that the array serves whoever rents the writer
    /// next.</summary>
    internal static bool IsCopied<T>(T[] array, int length, bool isRented) =>
        (isRented && (long)length * Unsafe.SizeOf<T>() <= ShortAnyway) || IsTooLongFor(array, length);

    /// <summary>Rents an array, and does not trust the pool to return a sufficient length. An array that is too short
    /// is left to the garbage collector, because its owner is unknown.</summary>
    internal static T[] Rent<T>(ArrayPool<T> pool, int minimumLength)
    {
        T[] array = pool.Rent(minimumLength);
        if (array is null || array.Length < minimumLength)
        {
            Throw.InvalidOperation(
                $"The array pool returned an array of length {array?.Length ?? 0}, "
                + $"but at least {minimumLength} was requested.");
        }

        return array;
    }

    /// <summary>Clears the first items and returns the array. An empty array was never rented.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Return<T>(ArrayPool<T> pool, T[] array, int clear)
    {
        if (array.Length < ArrayReturns.Shortest)
        {
            ReturnRarely(pool, array, clear);
            return;
        }

        if (clear > 0)
            Array.Clear(array, 0, clear);

        pool.Return(array);
    }

    /// <summary>Returns no empty array, and in <see cref="PoolingMode.Version"/> none of the shared pool: memory that
    /// somebody may still have must not get another renter. An array pool of the user's own gets its arrays back; it
    /// can check them itself.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ReturnRarely<T>(ArrayPool<T> pool, T[] array, int clear)
    {
        if (array.Length == 0)
            return;

        if (clear > 0)
            Array.Clear(array, 0, clear);

        if (pool != ArrayPool<T>.Shared)
            pool.Return(array);
    }
}
