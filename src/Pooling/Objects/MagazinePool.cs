using System.Diagnostics;
using System.Runtime.CompilerServices;
using Microsoft.Extensions.ObjectPool;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>Provides an object pool in which each thread rents from and returns to its own magazines, without a locked instruction, and
/// exchanges whole magazines with a bounded depot that all threads share.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <remarks>
/// <para>This is the raw form, for code that makes sure itself that each item is returned once, and not used afterwards. An item that is
/// returned twice is handed to two renters. <see cref="LeasePool{T}"/> refuses such returns.</para>
/// <para>Thread safety: every member may be called from any thread at any time; an item may be returned on another thread than it was
/// rented on.</para>
/// <para>Allocation: none once as many items exist as are in use at a time; a thread's first rental of a pool allocates its place there,
/// and one of its next its magazines.</para>
/// <para>Retention: never more than <see cref="PoolOptions.MaxRetained"/> items and <see cref="PoolOptions{T}.MaxRetainedBytes"/> bytes.
/// Items of the depot that nobody needed for <see cref="PoolOptions.TrimAfter"/> are dropped, those that nobody needed since the last trim
/// also after a generation-2 collection that finds memory short. A thread that stays silent keeps at most two magazines and one item until
/// it dies; then the pool adopts its items.</para>
/// <para>Lifetime: items that implement <see cref="IDisposable"/> are disposed when the pool drops them, never on the finalizer thread. A
/// pool that is not disposed is collected when nobody references it, unless its items reference it: then dispose it.</para>
/// <para>User code (policy, <see cref="PoolOptions{T}.SizeOf"/>, Dispose of items) runs under no lock; it may call the pool, or
/// throw.</para>
/// <para>Source: J. Bonwick and J. Adams, "Magazines and Vmem", USENIX 2001.</para>
/// </remarks>
[DebuggerDisplay("{Name,nq}")]
public sealed class MagazinePool<T> : ObjectPool<T>, IDisposable where T : class
{
    private readonly PolicyPool<T, DelegatePolicy<T>> _pool;

    /// <summary>Initializes a new instance with nothing in it.</summary>
    /// <param name="policy">The policy that creates items, resets them when they come back, and decides whether they are kept.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults. Limits in bytes need a <see cref="PoolOptions{T}"/> of
    /// the item type.</param>
    /// <param name="timeProvider">The clock of <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the system's.</param>
    /// <exception cref="ArgumentNullException"><paramref name="policy"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="options"/> limit bytes and do not give the size of an item.</exception>
    public MagazinePool(IPooledObjectPolicy<T> policy, PoolOptions? options = null, TimeProvider? timeProvider = null)
    {
        ArgumentNullException.ThrowIfNull(policy);

        _pool = new(DelegatePolicy<T>.From(policy), StoreOptions.Of<T>(options, timeProvider));
    }

    internal MagazinePool(DelegatePolicy<T> policy, PoolOptions? options, TimeProvider? timeProvider) =>
        _pool = new(policy, StoreOptions.Of<T>(options, timeProvider));

    /// <summary>Gets the name of the pool: that of its options, or of the item type.</summary>
    public string Name => _pool.Store.Name;

    internal MagazineStore Store => _pool.Store;

    /// <summary>Rents an item, or creates one if the pool has none. The caller gives it back with <see cref="Return"/>.</summary>
    /// <returns>An item that nobody else holds.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The policy created <see langword="null"/>.</exception>
    public override T Get() => _pool.Get();

    /// <summary>Returns an item: resets it and keeps it for the next renter, or drops it if the policy refuses it, a limit is reached or
    /// the pool is disposed.</summary>
    /// <param name="obj">An item that was rented here and is not used any more. Not checked: see the remarks of the type.</param>
    /// <exception cref="ArgumentNullException"><paramref name="obj"/> is <see langword="null"/>.</exception>
    /// <remarks>An exception of the policy reaches the caller; the item is dropped then.</remarks>
    public override void Return(T obj)
    {
        ArgumentNullException.ThrowIfNull(obj);

        _pool.Return(obj);
    }

    /// <summary>Rents as many items as the span holds: used ones first, then new ones.</summary>
    /// <param name="items">Is filled.</param>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <remarks>If the policy throws, its exception reaches the caller, the items rented so far are returned to the pool, and the span is
    /// cleared.</remarks>
    public void GetMany(Span<T> items) => _pool.GetMany(items);

    /// <summary>Returns many items, as <see cref="Return"/> does with one.</summary>
    /// <param name="items">Items that were rented here. The span itself is left as it is.</param>
    /// <exception cref="ArgumentException">An item is <see langword="null"/>; none was returned.</exception>
    /// <remarks>If the policy throws for an item, that item is dropped, all others are returned, and the first exception reaches the
    /// caller.</remarks>
    public void ReturnMany(ReadOnlySpan<T> items)
    {
        int missing = ReferenceSpan.IndexOfNull(items);
        if (missing >= 0)
            Throw.Argument($"Item {missing} of {items.Length} is null.", nameof(items));

        _pool.ReturnMany(items);
    }

    /// <summary>Returns the counters of the pool.</summary>
    /// <returns>The counters.</returns>
    public PoolStatistics GetStatistics() => _pool.Store.GetStatistics();

    /// <summary>Drops every idle item: those of the depot and of the calling thread now, those of other threads when they next use the
    /// pool.</summary>
    /// <remarks>If items throw on Dispose, all are dropped, and the first exception reaches the caller.</remarks>
    public void Trim() => _pool.Store.Trim();

    /// <summary>Disposes the pool: <see cref="Get"/> throws from now on, and an item that is returned is dropped. Items of the depot and of
    /// the calling thread are dropped now, those in magazines of other threads exactly once, when these threads next use any pool, or
    /// end.</summary>
    /// <remarks>A second call does nothing. If items throw on Dispose, all are dropped, and the first exception reaches the
    /// caller.</remarks>
    public void Dispose() => _pool.Lifetime.Dispose();
}

/// <summary>Creates pools from a constructor or from delegates.</summary>
/// <remarks>
/// <para>Thread safety: every member may be called from any thread.</para>
/// <para>Allocation: the pool.</para>
/// </remarks>
public static class MagazinePool
{
    /// <summary>Creates a pool of items with a parameterless constructor; items that implement <see cref="IResettable"/> are reset when
    /// they come back.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="options">The limits; <see langword="null"/> for the defaults. Limits in bytes need a <see cref="PoolOptions{T}"/> of
    /// the item type.</param>
    /// <param name="timeProvider">The clock of <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the system's.</param>
    /// <returns>An empty pool.</returns>
    public static MagazinePool<T> Create<T>(PoolOptions? options = null, TimeProvider? timeProvider = null) where T : class, new() =>
        new(new DelegatePolicy<T>(static () => new T(), ResetOf<T>()), options, timeProvider);

    /// <summary>Creates a pool of items made by a delegate; items that implement <see cref="IResettable"/> are reset when they come
    /// back.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="create">Makes an item.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults. Limits in bytes need a <see cref="PoolOptions{T}"/> of
    /// the item type.</param>
    /// <param name="timeProvider">The clock of <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the system's.</param>
    /// <returns>An empty pool.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="create"/> is <see langword="null"/>.</exception>
    public static MagazinePool<T> Create<T>(Func<T> create, PoolOptions? options = null, TimeProvider? timeProvider = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(create);

        return new(new DelegatePolicy<T>(create, ResetOf<T>()), options, timeProvider);
    }

    /// <summary>Creates a pool of items made and reset by delegates.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="create">Makes an item.</param>
    /// <param name="reset">Resets an item that came back; <see langword="false"/> drops it.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults. Limits in bytes need a <see cref="PoolOptions{T}"/> of
    /// the item type.</param>
    /// <param name="timeProvider">The clock of <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the system's.</param>
    /// <returns>An empty pool.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="create"/> or <paramref name="reset"/> is <see langword="null"/>.</exception>
    public static MagazinePool<T> Create<T>(Func<T> create, Func<T, bool> reset, PoolOptions? options = null,
        TimeProvider? timeProvider = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(create);
        ArgumentNullException.ThrowIfNull(reset);

        return new(new DelegatePolicy<T>(create, reset), options, timeProvider);
    }

    /// <summary>Returns what resets items of the type, or <see langword="null"/> if none has a reset.</summary>
    internal static Func<T, bool>? ResetOf<T>() where T : class
    {
        if (typeof(IResettable).IsAssignableFrom(typeof(T)))
            // the type says it: a checked cast would cost more than the reset
            return static item => Unsafe.As<IResettable>(item).TryReset();

        return typeof(T).IsSealed ? null : static item => item is not IResettable resettable || resettable.TryReset();
    }
}
