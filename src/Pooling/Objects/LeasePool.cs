using System.Diagnostics;
using Microsoft.Extensions.ObjectPool;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>Provides an object pool whose items come as leases: a double, late or racing return is refused.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <remarks>
/// <para>Works as <see cref="MagazinePool{T}"/> does, with the same limits and lifetime, plus one compare-and-swap for each lease, on the
/// item's own cache line. For objects of less than about 100 bytes a lease saves garbage collections, not time.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none once as many items exist as are leased at a time.</para>
/// </remarks>
[DebuggerDisplay("{Name,nq}")]
public sealed class LeasePool<T> : IDisposable where T : class
{
    private readonly DelegateLeaseSource<T> _source;
    private readonly StoreLifetime _lifetime;

    /// <summary>Initializes a new instance with nothing in it.</summary>
    /// <param name="policy">The policy that creates items, resets them when their lease ends, and decides whether they are kept.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults. Limits in bytes need a <see cref="PoolOptions{T}"/> of
    /// the item type.</param>
    /// <param name="timeProvider">The clock of <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the system's.</param>
    /// <exception cref="ArgumentNullException"><paramref name="policy"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="options"/> limit bytes and do not give the size of an item.</exception>
    public LeasePool(IPooledObjectPolicy<T> policy, PoolOptions? options = null, TimeProvider? timeProvider = null)
    {
        ArgumentNullException.ThrowIfNull(policy);

        _source = new(policy.Create, policy.Return, StoreOptions.OfCells<T>(options, timeProvider));
        _lifetime = new StoreLifetime(_source.Store);
    }

    internal LeasePool(Func<T> create, Func<T, bool> reset, PoolOptions? options, TimeProvider? timeProvider)
    {
        _source = new(create, reset, StoreOptions.OfCells<T>(options, timeProvider));
        _lifetime = new StoreLifetime(_source.Store);
    }

    /// <summary>Gets the name of the pool: that of its options, or of the item type.</summary>
    public string Name => _source.Store.Name;

    /// <summary>Rents an item, or creates one if the pool has none.</summary>
    /// <returns>The lease; dispose it to give the item back.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The policy created <see langword="null"/>.</exception>
    public PooledLease<T> Rent()
    {
        var lease = new PooledLease<T>(_source.Rent(out long version), version);
        GC.KeepAlive(this); // and with it the lifetime, so that the pool is not taken for abandoned during the last call to it
        return lease;
    }

    /// <summary>Returns the counters of the pool.</summary>
    /// <returns>The counters.</returns>
    public PoolStatistics GetStatistics() => _source.Store.GetStatistics();

    /// <inheritdoc cref="MagazinePool{T}.Trim"/>
    public void Trim() => _source.Store.Trim();

    /// <summary>Disposes the pool: <see cref="Rent"/> throws from now on, and an item whose lease ends is dropped. Items of the depot and
    /// of the calling thread are dropped now, those in magazines of other threads exactly once, when these threads next use any pool, or
    /// end.</summary>
    /// <remarks>A second call does nothing. If items throw on Dispose, all are dropped, and the first exception reaches the
    /// caller.</remarks>
    public void Dispose() => _lifetime.Dispose();
}

/// <summary>Creates lease pools from a constructor or from delegates.</summary>
/// <remarks>
/// <para>Thread safety: every member may be called from any thread.</para>
/// <para>Allocation: the pool.</para>
/// </remarks>
public static class LeasePool
{
    /// <summary>Creates a pool of items with a parameterless constructor; items that implement <see cref="IResettable"/> are reset when
    /// their lease ends.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="options">The limits; <see langword="null"/> for the defaults. Limits in bytes need a <see cref="PoolOptions{T}"/> of
    /// the item type.</param>
    /// <param name="timeProvider">The clock of <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the system's.</param>
    /// <returns>An empty pool.</returns>
    public static LeasePool<T> Create<T>(PoolOptions? options = null, TimeProvider? timeProvider = null) where T : class, new() =>
        new(static () => new T(), MagazinePool.ResetOf<T>() ?? Keep, options, timeProvider);

    /// <summary>Creates a pool of items made by a delegate; items that implement <see cref="IResettable"/> are reset when their lease
    /// ends.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="create">Creates an item.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults. Limits in bytes need a <see cref="PoolOptions{T}"/> of
    /// the item type.</param>
    /// <param name="timeProvider">The clock of <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the system's.</param>
    /// <returns>An empty pool.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="create"/> is <see langword="null"/>.</exception>
    public static LeasePool<T> Create<T>(Func<T> create, PoolOptions? options = null, TimeProvider? timeProvider = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(create);

        return new(create, MagazinePool.ResetOf<T>() ?? Keep, options, timeProvider);
    }

    /// <summary>Creates a pool of items made and reset by delegates.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="create">Creates an item.</param>
    /// <param name="reset">Resets an item whose lease ended; <see langword="false"/> drops it.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults. Limits in bytes need a <see cref="PoolOptions{T}"/> of
    /// the item type.</param>
    /// <param name="timeProvider">The clock of <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the system's.</param>
    /// <returns>An empty pool.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="create"/> or <paramref name="reset"/> is <see langword="null"/>.</exception>
    public static LeasePool<T> Create<T>(
        Func<T> create, Func<T, bool> reset, PoolOptions? options = null, TimeProvider? timeProvider = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(create);
        ArgumentNullException.ThrowIfNull(reset);

        return new(create, reset, options, timeProvider);
    }

    private static bool Keep<T>(T item) => true;
}
