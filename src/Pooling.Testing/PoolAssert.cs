using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Encodeables;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Testing;

/// <summary>Asserts that the pools of the library have everything back.</summary>
/// <remarks>
/// <para>The counters of a pool say how many of its items are in use, but not which. They are exact while no other
/// thread uses the pool.</para>
/// <para>Thread safety: thread-safe.</para>
/// <para>Allocation: the message, if an assertion fails.</para>
/// </remarks>
public static class PoolAssert
{
    /// <summary>Throws if objects of a pool are in use.</summary>
    /// <typeparam name="T">The type of the objects.</typeparam>
    /// <param name="pool">The pool.</param>
    /// <exception cref="PoolAssertException">Some are; the message names the pool and their number.</exception>
    public static void AssertAllReturned<T>(this MagazinePool<T> pool)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(pool);

        Check($"{nameof(MagazinePool<>)}<{typeof(T).Name}>", pool.Name, pool.GetStatistics());
    }

    /// <summary>Throws if leases of a pool are in use.</summary>
    /// <typeparam name="T">The type of the objects.</typeparam>
    /// <param name="pool">The pool.</param>
    /// <exception cref="PoolAssertException">Some are; the message names the pool and their number.</exception>
    public static void AssertAllReturned<T>(this LeasePool<T> pool)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(pool);

        Check($"{nameof(LeasePool<>)}<{typeof(T).Name}>", pool.Name, pool.GetStatistics());
    }

    /// <summary>Throws if writers of a pool are in use.</summary>
    /// <param name="pool">The pool.</param>
    /// <exception cref="PoolAssertException">Some are; the message names the pool and their number.</exception>
    public static void AssertAllReturned(this BufferWriterPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);

        Check(nameof(BufferWriterPool), pool.Name, pool.GetStatistics());
    }

    /// <summary>Throws if owners of memory of a pool are in use.</summary>
    /// <param name="pool">The pool.</param>
    /// <exception cref="PoolAssertException">Some are; the message names the pool and their number.</exception>
    public static void AssertAllReturned(this MagazineMemoryPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);

        Check(nameof(MagazineMemoryPool), pool.Name, pool.GetStatistics());
    }

    /// <summary>Throws if JSON writers of a pool are in use.</summary>
    /// <param name="pool">The pool.</param>
    /// <exception cref="PoolAssertException">Some are; the message names the pool and their number.</exception>
    public static void AssertAllReturned(this Utf8JsonWriterPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);

        Check(nameof(Utf8JsonWriterPool), pool.Name, pool.GetStatistics());
    }

    /// <summary>Throws if objects of a pool are in use. Parts that objects of other pools keep are not in
    /// use.</summary>
    /// <param name="pool">The pool.</param>
    /// <exception cref="PoolAssertException">Some are; the message names the pool and their number.</exception>
    public static void AssertAllReturned(this EncodeablePool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);

        Check(nameof(EncodeablePool), pool.Name, pool.GetStatistics());
    }

    // The one place that knows of rentals in use: whatever else the library records of them belongs into this message.
    private static void Check(string type, string name, PoolStatistics statistics)
    {
        if (statistics.InUse == 0)
            return;

        string what = statistics.InUse switch
        {
            < 0 => $"{-statistics.InUse} more returned than rented",
            1 => "1 item is in use",
            _ => $"{statistics.InUse} items are in use",
        };
        throw new PoolAssertException(
            $"{type} \"{name}\": {what} ({statistics.TotalRented} rented, {statistics.TotalReturned} returned).");
    }
}
