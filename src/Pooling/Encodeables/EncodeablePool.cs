using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>Provides the pooled objects of one class. It is the activator of that class: it rents objects instead of
/// creating them.</summary>
/// <typeparam name="T">The class.</typeparam>
/// <remarks>
/// <para>Create one pool for each class, and keep it in a static read-only field or property, as generated code does
/// with <c>Pool</c>. Decoders rent through a <see cref="PooledScope"/>, which also returns the objects; single objects
/// are rented as a <see cref="PooledRef{T}"/>.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none once the pool has created as many objects as are in use at the same time.</para>
/// <para>Lifetime: objects reference their pool, so a pool that is not disposed lives as long as the threads that used
/// it.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public abstract partial class EncodeablePool<T> : EncodeablePool where T : class, IPooledEncodeable
{
    private protected EncodeablePool(MagazineStore store, bool canUnload)
        : base(store, canUnload)
    {
    }

    /// <summary>Rents an object that its owner returns by <see cref="EncodeablePool.TryReturn"/>, or together with
    /// another object in which it is stored. A scope does not return what is stored in its objects and was not rented
    /// through it.</summary>
    /// <returns>An object equal to a new one, which no other caller holds.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <remarks>A plain reference does not distinguish its renter from the next one. Prefer <see cref="Rent"/> or a
    /// <see cref="PooledScope"/>.</remarks>
    public new abstract T RentUnchecked();

    /// <summary>Rents an object.</summary>
    /// <returns>The reference to use and return the object with.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public abstract PooledRef<T> Rent();

    private protected sealed override IPooledEncodeable RentItem() => RentUnchecked();
}

/// <summary>Provides the pooled objects of a class that is not known at compile time, and creates pools.</summary>
/// <remarks>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none once the pool has created as many objects as are in use at the same time.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public abstract partial class EncodeablePool : IDisposable
{
    /// <summary>The default of <see cref="PoolOptions.MaxRetained"/> of these pools: 16,384, because messages contain
    /// many objects.</summary>
    internal const int DefaultMaxRetained = 16 * 1024;

    internal readonly MagazineStore Store; // a field, as its accessor would be compiled for the first pool

    private readonly IdleLanes? _idleLanes; // null: scopes keep theirs
    private readonly StoreLifetime _lifetime; // objects, lanes and lists refer to the pool, and so to this

    private protected EncodeablePool(MagazineStore store, bool canUnload)
    {
        Store = store;
        _lifetime = new StoreLifetime(store);
        LaneId = store.Id;
        _idleLanes = canUnload || LoadContext.CanUnload(GetType()) ? new IdleLanes() : null;
    }

    /// <summary>Gets the name of the pool: the name in the options, or the name of the class.</summary>
    public string Name => Store.Name;

    /// <summary>The index of the lane that a scope keeps for this pool.</summary>
    internal int LaneId { get; }

    internal string DebuggerText => Store.DebuggerText;

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Creates a pool over a struct whose members are inlined.</summary>
    /// <typeparam name="T">The class of the objects.</typeparam>
    /// <typeparam name="TPolicy">The struct.</typeparam>
    /// <param name="policy">Provides the members of the class.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults, with 16,384 items retained.</param>
    /// <param name="timeProvider">The clock for <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system clock.</param>
    /// <returns>An empty pool.</returns>
    public static EncodeablePool<T> Create<T, TPolicy>(
        TPolicy policy = default,
        PoolOptions? options = null,
        TimeProvider? timeProvider = null)
        where T : class, IPooledEncodeable
        where TPolicy : struct, IEncodeablePolicy<T>
    {
        return Make<T, TPolicy>(policy, options, timeProvider, canUnload: false);
    }

    /// <summary>Creates a pool from a function that creates objects, which implement everything else through
    /// <see cref="IPooledEncodeable"/>.</summary>
    /// <typeparam name="T">The class of the objects.</typeparam>
    /// <param name="create">A function that creates an object, which must be of exactly the class
    /// <typeparamref name="T"/>.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults, with 16,384 items retained.</param>
    /// <param name="timeProvider">The clock for <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system clock.</param>
    /// <returns>An empty pool.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="create"/> is <see langword="null"/>.</exception>
    public static EncodeablePool<T> Create<T>(
        Func<T> create, PoolOptions? options = null, TimeProvider? timeProvider = null)
        where T : class, IPooledEncodeable
    {
        ArgumentNullException.ThrowIfNull(create);

        return Make<T, InterfacePolicy<T>>(new InterfacePolicy<T>(create), options, timeProvider,
            LoadContext.CanUnload(create.Method));
    }

    /// <summary>Rents an object.</summary>
    /// <returns>An object equal to a new one, which no other caller holds.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public IPooledEncodeable RentUnchecked() => RentItem();

    /// <summary>Attempts to return an object that was rented by <see cref="RentUnchecked"/>, with everything nested in
    /// it.</summary>
    /// <param name="item">The object.</param>
    /// <returns><see langword="false"/> if the object is not held by a plain reference: it was already returned, or
    /// belongs to a scope, to a <see cref="PooledRef{T}"/>, or to another object with which it was moved out of a
    /// scope. Nothing was done.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="item"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="item"/> does not belong to this pool.</exception>
    /// <remarks>A plain reference does not distinguish its renter from the next one: a late return takes the object
    /// away from its current renter.</remarks>
    public bool TryReturn(IPooledEncodeable item)
    {
        ArgumentNullException.ThrowIfNull(item);

        ref EncodeableState state = ref item.PoolState;
        if (state.Type != this)
            ThrowNotOfThisPool(state.Type);

        if (!EncodeableWord<ProcessorAtomics>.TryEndBare(ref state.Word))
            return false;

        EndBare(item);
        return true;
    }

    /// <summary>Returns a snapshot of the pool's counters.</summary>
    /// <returns>The counters. Objects in an open <see cref="PooledScope"/> count as rented.</returns>
    public PoolStatistics GetStatistics() => Store.GetStatistics();

    /// <inheritdoc cref="MagazinePool{T}.Trim"/>
    public void Trim() => Store.Trim();

    /// <summary>Disposes the pool. After this, renting throws, and an object that is returned is dropped.</summary>
    /// <remarks>Calling this method again has no effect.</remarks>
    public void Dispose()
    {
        GC.SuppressFinalize(this);
        _idleLanes?.Close();
        try
        {
            _lifetime.Dispose();
        }
        finally
        {
            ScopeBody.OnTypeDisposed();
        }
    }

    private protected abstract IPooledEncodeable RentItem();

    /// <summary>Ends the rental of a token and takes the object back.</summary>
    /// <returns><see langword="false"/> if the rental has already ended.</returns>
    internal abstract bool TryEnd(object item, ref EncodeableState state, int token);

    /// <summary>Takes back a bare object whose rental has just ended.</summary>
    internal abstract void EndBare(object item);

    /// <summary>Takes back a nested object whose rental has just ended, or lets it wait in the visitor. Does not
    /// throw.</summary>
    internal abstract void EndNested(object item, ref NestedVisitor nested);

    /// <summary>Takes back a nested object that the visitor has entered. Does not throw.</summary>
    internal abstract void EndEntered(object item, ref NestedVisitor nested);

    /// <summary>Returns a lane for a scope to keep objects of this pool in.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal ScopeLane RentLane() => _idleLanes?.TryTake() ?? CreateLane(_idleLanes);

    private protected abstract ScopeLane CreateLane(IdleLanes? home);

    private static PolicyEncodeablePool<T, TPolicy> Make<T, TPolicy>(
        TPolicy policy, PoolOptions? options, TimeProvider? timeProvider, bool canUnload)
        where T : class, IPooledEncodeable
        where TPolicy : struct, IEncodeablePolicy<T>
    {
        return new PolicyEncodeablePool<T, TPolicy>(
            policy, new StoreOptions(options, timeProvider, DefaultMaxRetained), canUnload);
    }

    /// <summary>Throws the exception for the use of a reference whose object was returned, or of the default
    /// value.</summary>
    [DoesNotReturn]
    internal static void ThrowEnded(IPooledEncodeable? item) =>
        throw EndedRental.Used(nameof(PooledRef<>), item?.PoolState.Type?.Name, item);

    [DoesNotReturn]
    private void ThrowNotOfThisPool(EncodeablePool? pool) => Throw.Argument(
        pool is null
            ? $"The item was not rented from a pool, so it cannot be returned to '{Name}'."
            : $"The item was rented from pool '{pool.Name}', so it cannot be returned to '{Name}'.",
        "item");
}
