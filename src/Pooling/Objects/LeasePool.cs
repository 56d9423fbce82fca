using System.Diagnostics;
using Microsoft.Extensions.ObjectPool;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>Provides an object pool that rents its items as leases, which refuse a double, late or racing
/// return.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <remarks>
/// <para>Works like <see cref="MagazinePool{T}"/>, with the same limits and lifetime, plus one compare-and-swap for
/// each lease on the item's own cache line. For objects smaller than about 100 bytes, a lease saves garbage collections
/// rather than time.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none once the pool has created as many items as are leased at the same time.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class LeasePool<T> : IDisposable where T : class
{
    private readonly DelegateLeaseSource<T> _source;
    private readonly StoreLifetime _lifetime;

    /// <summary>Initializes a new, empty pool.</summary>
    /// <param name="policy">The policy that creates items, resets them when their lease ends, and decides whether they
    /// are kept.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="timeProvider">The clock for <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system clock.</param>
    /// <exception cref="ArgumentNullException"><paramref name="policy"/> is <see langword="null"/>.</exception>
    public LeasePool(IPooledObjectPolicy<T> policy, PoolOptions? options = null, TimeProvider? timeProvider = null)
    {
        ArgumentNullException.ThrowIfNull(policy);

        _source = new(policy.Create, policy.Return, new StoreOptions(options, timeProvider));
        _lifetime = new StoreLifetime(_source.Store);
    }

    internal LeasePool(Func<T> create, Func<T, bool> reset, PoolOptions? options, TimeProvider? timeProvider)
    {
        _source = new(create, reset, new StoreOptions(options, timeProvider));
        _lifetime = new StoreLifetime(_source.Store);
    }

    /// <summary>Gets the name of the pool: the name in the options, or the name of the item type.</summary>
    public string Name => _source.Store.Name;

    private string DebuggerText => _source.Store.DebuggerText;

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Rents an item, or creates one if the pool has none.</summary>
    /// <returns>The lease. Dispose it to return the item.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The policy created <see langword="null"/>.</exception>
    public PooledLease<T> Rent()
    {
        var lease = new PooledLease<T>(_source.Rent(out long version), version);
        GC.KeepAlive(this); // and so the lifetime: the pool must not count as abandoned during its last call
        return lease;
    }

    /// <summary>Returns a snapshot of the pool's counters.</summary>
    /// <returns>The counters.</returns>
    public PoolStatistics GetStatistics() => _source.Store.GetStatistics();

    /// <inheritdoc cref="MagazinePool{T}.Trim"/>
    public void Trim() => _source.Store.Trim();

    /// <summary>Disposes the pool. After this, <see cref="Rent"/> throws, and an item whose lease ends is dropped.
    /// Items in the depot and in the magazine of the calling thread are dropped immediately; those of other threads are
    /// dropped once, when the thread next uses any pool or ends.</summary>
    /// <remarks>Calling this method again has no effect. If the Dispose methods of items throw, all items are still
    /// dropped, and the first exception is thrown to the caller.</remarks>
    public void Dispose() => _lifetime.Dispose();
}

/// <summary>Creates lease pools from a constructor or from delegates.</summary>
/// <remarks>
/// <para>Thread safety: every member may be called from any thread.</para>
/// <para>Allocation: the pool.</para>
/// </remarks>
public static class LeasePool
{
    /// <summary>Creates a pool of items that have a parameterless constructor. Items that implement
    /// <see cref="IResettable"/> are reset when their lease ends.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="timeProvider">The clock for <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system clock.</param>
    /// <returns>An empty pool.</returns>
    public static LeasePool<T> Create<T>(PoolOptions? options = null, TimeProvider? timeProvider = null)
        where T : class, new() =>
        new(Activator.CreateInstance<T>, MagazinePool.ResetOf<T>() ?? Keep, options, timeProvider);

    /// <summary>Creates a pool of items that a delegate creates. Items that implement <see cref="IResettable"/> are
    /// reset when their lease ends.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="create">A function that creates an item.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="timeProvider">The clock for <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system clock.</param>
    /// <returns>An empty pool.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="create"/> is <see langword="null"/>.</exception>
    public static LeasePool<T> Create<T>(Func<T> create, PoolOptions? options = null, TimeProvider? timeProvider = null)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(create);

        return new(create, MagazinePool.ResetOf<T>() ?? Keep, options, timeProvider);
    }

    /// <summary>Creates a pool of items that delegates create and reset.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="create">A function that creates an item.</param>
    /// <param name="reset">A function that resets an item when its lease ends, and returns <see langword="false"/> to
    /// drop it.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="timeProvider">The clock for <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system clock.</param>
    /// <returns>An empty pool.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="create"/> or <paramref name="reset"/> is
    /// <see langword="null"/>.</exception>
    public static LeasePool<T> Create<T>(
        Func<T> create, Func<T, bool> reset, PoolOptions? options =
            null, TimeProvider? timeProvider = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(create);
        ArgumentNullException.ThrowIfNull(reset);

        return new(create, reset, options, timeProvider);
    }

    private static bool Keep<T>(T item) => true;
}
