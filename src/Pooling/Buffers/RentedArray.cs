using System.Buffers;

namespace Pooling.Buffers;

/// <summary>What every owner of a rented array does at its two ends.</summary>
internal static class RentedArray
{
    /// <summary>Rents an array, and does not trust the pool to know how long it must be. One that is too short is left to the garbage
    /// collector: nobody knows whose it is.</summary>
    internal static T[] Rent<T>(ArrayPool<T> pool, int minimumLength)
    {
        T[] array = pool.Rent(minimumLength);
        if (array is null || array.Length < minimumLength)
            Throw.InvalidOperation($"The array pool gave an array of {array?.Length ?? 0} items; at least {minimumLength} were asked for.");

        return array;
    }

    /// <summary>Clears the first items and gives the array back. An empty array was never rented.</summary>
    internal static void Return<T>(ArrayPool<T> pool, T[] array, int clear)
    {
        if (array.Length == 0)
            return;

        if (clear > 0)
            Array.Clear(array, 0, clear);

        pool.Return(array);
    }
}
