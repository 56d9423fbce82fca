using System.Diagnostics;
using System.Runtime.CompilerServices;
using Microsoft.Extensions.ObjectPool;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>Provides an object pool in which each thread rents from and returns to its own magazine without a locked
/// instruction, and exchanges half of it at a time with a bounded depot that all threads share.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <remarks>
/// <para>This is the raw form, for code that ensures that each item is returned once and is not used afterwards. An
/// item that is returned twice is given to two renters. <see cref="LeasePool{T}"/> refuses such returns.</para>
/// <para>Thread safety: every member may be called from any thread at any time. An item may be returned on a different
/// thread than the one that rented it.</para>
/// <para>Allocation: none once the pool has created as many items as are in use at the same time. The first rentals of
/// each thread allocate the thread's magazine.</para>
/// <para>Retention: the depot and the parts that messages keep are at most <see cref="PoolOptions.MaxRetained"/> items;
/// each live thread that uses the pool keeps at most <see cref="PoolOptions.MaxRetainedPerThread"/> beside them. Items
/// in the depot that were not needed for <see cref="PoolOptions.TrimAfter"/> are dropped; a generation-2 collection
/// that finds memory short also drops those that were not needed since the last trim. A thread that stops using the
/// pool keeps its items until it ends; then they go to the depot.</para>
/// <para>Lifetime: items that implement <see cref="IDisposable"/> are disposed when the pool drops them, never on the
/// finalizer thread. A pool that is not disposed is garbage collected when it is no longer referenced. If its items
/// reference the pool, dispose it explicitly.</para>
/// <para>User code (the policy and the Dispose methods of items) runs without any lock held. It may call the pool, and
/// it may throw.</para>
/// <para>Source: J. Bonwick and J. Adams, "Magazines and Vmem", USENIX 2001.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class MagazinePool<T> : ObjectPool<T>, IDisposable where T : class
{
    private readonly PolicyPool<T, DelegatePolicy<T>> _pool;

    /// <summary>Initializes a new, empty pool.</summary>
    /// <param name="policy">The policy that creates items, resets them when they are returned, and decides whether they
    /// are kept.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="timeProvider">The clock for <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system clock.</param>
    /// <exception cref="ArgumentNullException"><paramref name="policy"/> is <see langword="null"/>.</exception>
    public MagazinePool(IPooledObjectPolicy<T> policy, PoolOptions? options = null, TimeProvider? timeProvider = null)
    {
        ArgumentNullException.ThrowIfNull(policy);

        _pool = new(DelegatePolicy<T>.From(policy), new StoreOptions(options, timeProvider));
    }

    internal MagazinePool(DelegatePolicy<T> policy, PoolOptions? options, TimeProvider? timeProvider) =>
        _pool = new(policy, new StoreOptions(options, timeProvider));

    /// <summary>Gets the name of the pool: the name in the options, or the name of the item type.</summary>
    public string Name => _pool.Store.Name;

    internal MagazineStore Store => _pool.Store;

    private string DebuggerText => Store.DebuggerText;

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Rents an item, or creates one if the pool has none. Return it by calling
    /// <see cref="Return"/>.</summary>
    /// <returns>An item that no other caller holds.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The policy created <see langword="null"/>.</exception>
    public override T Get() => _pool.Get();

    /// <summary>Returns an item: resets it and keeps it for the next renter, or drops it if the policy refuses it, a
    /// limit is reached, or the pool is disposed.</summary>
    /// <param name="obj">An item that was rented from this pool and is no longer used. Not checked: see the remarks of
    /// the type.</param>
    /// <exception cref="ArgumentNullException"><paramref name="obj"/> is <see langword="null"/>.</exception>
    /// <remarks>If the policy throws, the item is dropped and the exception is thrown to the caller.</remarks>
    public override void Return(T obj)
    {
        ArgumentNullException.ThrowIfNull(obj);

        _pool.Return(obj);
    }

    /// <summary>Rents as many items as the span holds: first retained items, then new ones.</summary>
    /// <param name="items">The span to fill.</param>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <remarks>If the policy throws, the items rented so far are returned to the pool, the span is cleared, and the
    /// exception is thrown to the caller.</remarks>
    public void GetMany(Span<T> items) => _pool.GetMany(items);

    /// <summary>Returns several items, each as <see cref="Return"/> does.</summary>
    /// <param name="items">Items that were rented from this pool. The span itself is not changed.</param>
    /// <exception cref="ArgumentException">An item is <see langword="null"/>; no item was returned.</exception>
    /// <remarks>If the policy throws for an item, that item is dropped, all others are returned, and the first
    /// exception is thrown to the caller.</remarks>
    public void ReturnMany(ReadOnlySpan<T> items)
    {
        int missing = ReferenceSpan.IndexOfNull(items);
        if (missing >= 0)
            Throw.Argument($"The item at index {missing} is null; no item was returned.", nameof(items));

        _pool.ReturnMany(items);
    }

    /// <summary>Returns a snapshot of the pool's counters.</summary>
    /// <returns>The counters.</returns>
    public PoolStatistics GetStatistics() => _pool.Store.GetStatistics();

    /// <summary>Drops every idle item. Items in the depot and in the magazine of the calling thread are dropped
    /// immediately, those of other threads when the thread next uses the pool.</summary>
    /// <remarks>If the Dispose methods of items throw, all items are still dropped, and the first exception is thrown
    /// to the caller.</remarks>
    public void Trim() => _pool.Store.Trim();

    /// <summary>Disposes the pool. After this, <see cref="Get"/> throws, and returned items are dropped. Items in the
    /// depot and in the magazine of the calling thread are dropped immediately; those of other threads are dropped
    /// once, when the thread next uses any pool or ends.</summary>
    /// <remarks>Calling this method again has no effect. If the Dispose methods of items throw, all items are still
    /// dropped, and the first exception is thrown to the caller.</remarks>
    public void Dispose() => _pool.Lifetime.Dispose();
}

/// <summary>Creates pools from a constructor or from delegates.</summary>
/// <remarks>
/// <para>Thread safety: every member may be called from any thread.</para>
/// <para>Allocation: the pool.</para>
/// </remarks>
public static class MagazinePool
{
    /// <summary>Creates a pool of items that have a parameterless constructor. Items that implement
    /// <see cref="IResettable"/> are reset when they are returned.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="timeProvider">The clock for <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system clock.</param>
    /// <returns>An empty pool.</returns>
    public static MagazinePool<T> Create<T>(PoolOptions? options = null, TimeProvider? timeProvider = null)
        where T : class, new() =>
        new(new DelegatePolicy<T>(Activator.CreateInstance<T>, ResetOf<T>()), options, timeProvider);

    /// <summary>Creates a pool of items that a delegate creates. Items that implement <see cref="IResettable"/> are
    /// reset when they are returned.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="create">A function that creates an item.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="timeProvider">The clock for <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system clock.</param>
    /// <returns>An empty pool.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="create"/> is <see langword="null"/>.</exception>
    public static MagazinePool<T> Create<T>(
        Func<T> create, PoolOptions? options = null, TimeProvider? timeProvider = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(create);

        return new(new DelegatePolicy<T>(create, ResetOf<T>()), options, timeProvider);
    }

    /// <summary>Creates a pool of items that delegates create and reset.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="create">A function that creates an item.</param>
    /// <param name="reset">A function that resets a returned item, and returns <see langword="false"/> to drop
    /// it.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="timeProvider">The clock for <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system clock.</param>
    /// <returns>An empty pool.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="create"/> or <paramref name="reset"/> is
    /// <see langword="null"/>.</exception>
    public static MagazinePool<T> Create<T>(Func<T> create, Func<T, bool> reset, PoolOptions? options = null,
        TimeProvider? timeProvider = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(create);
        ArgumentNullException.ThrowIfNull(reset);

        return new(new DelegatePolicy<T>(create, reset), options, timeProvider);
    }

    /// <summary>Returns the function that resets items of the type, or <see langword="null"/> if the type has
    /// none.</summary>
    internal static Func<T, bool>? ResetOf<T>() where T : class
    {
        bool resets = typeof(IResettable).IsAssignableFrom(typeof(T));
        return resets || !typeof(T).IsSealed ? ResetOf<T>(resets) : null;
    }

    // Not in the method above: there the first pool of a process would wait for the types of both functions.
    private static Func<T, bool> ResetOf<T>(bool resets) where T : class
    {
        if (resets)
        {
            // guaranteed by the caller: a checked cast would cost more than the reset
            return static item => Unsafe.As<IResettable>(item).TryReset();
        }

        return static item => item is not IResettable resettable || resettable.TryReset();
    }
}
