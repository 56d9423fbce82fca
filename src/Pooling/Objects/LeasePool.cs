using Microsoft.Extensions.ObjectPool;

namespace Pooling.Objects;

/// <summary>An object pool that hands out leases only: a double, late or racing return is refused.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <remarks>
/// <para>Works as <see cref="MagazinePool{T}"/> does, with the same limits and lifetime, plus one compare-and-swap for each lease, on the
/// item's own cache line. Leasing objects of less than about 100 bytes buys relief of the garbage collector, not time.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none once as many items exist as are leased at a time.</para>
/// </remarks>
public sealed class LeasePool<T> : IDisposable where T : class
{
    private readonly DelegateLeaseSource<T> _source;
    private readonly StoreLifetime _lifetime;

    /// <summary>Creates an empty pool.</summary>
    /// <param name="policy">Creates items; resets them when their lease ends, and says whether to keep them.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults. Its SizeOf is given items.</param>
    /// <exception cref="ArgumentNullException"><paramref name="policy"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="options"/> limit bytes and do not tell the size of an item.</exception>
    public LeasePool(IPooledObjectPolicy<T> policy, MagazinePoolOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(policy);

        _source = new(policy.Create, policy.Return, OptionsOfCells(options ?? new MagazinePoolOptions()));
        _lifetime = new StoreLifetime(_source.Store);
    }

    /// <summary>Leases an item: a used one, or a new one if the pool has none at hand.</summary>
    /// <returns>The lease; dispose it to give the item back.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The policy created <see langword="null"/>.</exception>
    public PooledLease<T> Lease()
    {
        var lease = new PooledLease<T>(_source.Rent());
        GC.KeepAlive(_lifetime); // so that the pool is not taken for abandoned during the last call to it
        return lease;
    }

    /// <summary>Tells what the pool did so far and holds now.</summary>
    /// <returns>The counters.</returns>
    public MagazinePoolStatistics GetStatistics() => _source.Store.GetStatistics();

    /// <inheritdoc cref="MagazinePool{T}.Trim"/>
    public void Trim() => _source.Store.Trim();

    /// <summary>Ends the pool: <see cref="Lease"/> throws from now on, and an item whose lease ends is let go. Items of the depot and of
    /// the calling thread are let go now; those in magazines of other threads exactly once, when these threads next use any pool, or
    /// die.</summary>
    /// <remarks>A second call does nothing. If items throw on Dispose, all are let go, and the first exception reaches the
    /// caller.</remarks>
    public void Dispose() => _lifetime.Dispose();

    // The magazines hold cells; the user's function wants what is in them.
    private static MagazinePoolOptions OptionsOfCells(MagazinePoolOptions options) => options.SizeOf is not { } sizeOf
        ? options
        : new MagazinePoolOptions
        {
            Name = options.Name,
            MagazineSize = options.MagazineSize,
            MaximumRetained = options.MaximumRetained,
            MaximumRetainedBytes = options.MaximumRetainedBytes,
            SizeOf = cell => sizeOf(((LeaseCell<T>)cell).Item),
            TrimAfter = options.TrimAfter,
            TimeProvider = options.TimeProvider,
        };
}
