using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>Provides the pooled objects of one class: the activator of the class, which rents instead of creating.</summary>
/// <typeparam name="T">The class.</typeparam>
/// <remarks>
/// <para>Make one for each class and keep it in a static read-only field or property, as generated code does with <c>Pool</c>.
/// Decoders rent through a <see cref="PooledScope"/>, which also returns; single objects come as a <see cref="PooledRef{T}"/>.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none once as many objects exist as are in use at a time.</para>
/// <para>Lifetime: objects reference their type, so a type that is not disposed lives as long as the threads that used it.</para>
/// </remarks>
[DebuggerDisplay("{Name,nq}")]
public abstract partial class EncodeablePool<T> : EncodeablePool where T : class, IPooledEncodeable
{
    private protected EncodeablePool(MagazineStore store, ReturnCheck check, bool canUnload)
        : base(store, check, canUnload)
    {
    }

    /// <summary>Rents an object that its owner returns with <see cref="EncodeablePool.TryReturn"/>, or as a part of another object
    /// that it is put into.</summary>
    /// <returns>An object equal to a new one, that nobody else holds.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <remarks>A bare reference cannot tell its renter from the next one: prefer <see cref="Rent"/>, or a
    /// <see cref="PooledScope"/>.</remarks>
    public new abstract T RentUnchecked();

    /// <summary>Rents an object.</summary>
    /// <returns>The reference to return it with.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public abstract PooledRef<T> Rent();

    private protected sealed override IPooledEncodeable RentItem() => RentUnchecked();
}

/// <summary>Provides the pooled objects of a class that is not known when the program is compiled, and creates pools.</summary>
/// <remarks>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none once as many objects exist as are in use at a time.</para>
/// </remarks>
[DebuggerDisplay("{Name,nq}")]
public abstract partial class EncodeablePool : IDisposable
{
    /// <summary>The most objects that a pool keeps unless its options say otherwise: 16,384, since messages hold many.</summary>
    public const int DefaultMaxRetained = 16 * 1024;

    private readonly IdleLanes? _idleLanes; // null: scopes keep theirs

    private protected EncodeablePool(MagazineStore store, ReturnCheck check, bool canUnload)
    {
        Store = store;
        LaneId = store.Id;
        ReturnCheck = check;
        _idleLanes = canUnload || LoadContext.CanUnload(GetType()) ? new IdleLanes() : null;
    }

    /// <summary>Gets the name of the pool: that of its options, or of the class.</summary>
    public string Name => Store.Name;

    /// <summary>Gets how returns through a <see cref="PooledRef{T}"/> are checked.</summary>
    public ReturnCheck ReturnCheck { get; }

    /// <summary>Gets the class of the objects.</summary>
    public abstract Type ItemType { get; }

    internal MagazineStore Store { get; }

    /// <summary>Where a scope keeps its lane of this type.</summary>
    internal int LaneId { get; }

    /// <summary>Creates a pool over a struct whose members are inlined.</summary>
    /// <typeparam name="T">The class.</typeparam>
    /// <typeparam name="TPolicy">The struct.</typeparam>
    /// <param name="policy">The members of the class.</param>
    /// <param name="returnCheck">How returns through a <see cref="PooledRef{T}"/> are checked.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults, with <see cref="DefaultMaxRetained"/>. Limits in bytes
    /// need a <see cref="PoolOptions{T}"/> of the class.</param>
    /// <param name="timeProvider">The clock of <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the system's.</param>
    /// <returns>An empty pool.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="returnCheck"/> is no value of its type.</exception>
    /// <exception cref="ArgumentException"><paramref name="options"/> limit bytes and do not give the size of an item.</exception>
    public static EncodeablePool<T> Create<T, TPolicy>(
        TPolicy policy = default,
        ReturnCheck returnCheck = ReturnCheck.Atomic,
        PoolOptions? options = null,
        TimeProvider? timeProvider = null)
        where T : class, IPooledEncodeable
        where TPolicy : struct, IEncodeablePolicy<T>
    {
        return Make<T, TPolicy>(policy, returnCheck, options, timeProvider, canUnload: false);
    }

    /// <summary>Creates a pool from a function that creates objects; they do the rest through <see cref="IPooledEncodeable"/>.</summary>
    /// <typeparam name="T">The class.</typeparam>
    /// <param name="create">Creates an object, always of exactly the class <typeparamref name="T"/>.</param>
    /// <param name="returnCheck">How returns through a <see cref="PooledRef{T}"/> are checked.</param>
    /// <param name="options">The limits; <see langword="null"/> for the defaults, with <see cref="DefaultMaxRetained"/>. Limits in bytes
    /// need a <see cref="PoolOptions{T}"/> of the class.</param>
    /// <param name="timeProvider">The clock of <see cref="PoolOptions.TrimAfter"/>; <see langword="null"/> for the system's.</param>
    /// <returns>An empty pool.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="create"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="returnCheck"/> is no value of its type.</exception>
    /// <exception cref="ArgumentException"><paramref name="options"/> limit bytes and do not give the size of an item.</exception>
    public static EncodeablePool<T> Create<T>(Func<T> create, ReturnCheck returnCheck = ReturnCheck.Atomic, PoolOptions? options = null,
        TimeProvider? timeProvider = null)
        where T : class, IPooledEncodeable
    {
        ArgumentNullException.ThrowIfNull(create);

        return Make<T, InterfacePolicy<T>>(new InterfacePolicy<T>(create), returnCheck, options, timeProvider,
            LoadContext.CanUnload(create.Method));
    }

    /// <summary>Rents an object.</summary>
    /// <returns>An object equal to a new one, that nobody else holds.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public IPooledEncodeable RentUnchecked() => RentItem();

    /// <summary>Attempts to return an object that <see cref="RentUnchecked"/> gave, with everything nested in it.</summary>
    /// <param name="item">The object.</param>
    /// <returns><see langword="false"/> if the object is not held by its reference now: it was returned, or belongs to a scope, to a
    /// <see cref="PooledRef{T}"/> or to another object that it was moved out of a scope with. Nothing was done.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="item"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="item"/> is not of this type.</exception>
    /// <remarks>A bare reference cannot tell its renter from the next one: a late return takes the object away from its
    /// renter at that time.</remarks>
    public bool TryReturn(IPooledEncodeable item)
    {
        ArgumentNullException.ThrowIfNull(item);

        ref EncodeableState state = ref item.PoolState;
        if (state.Type != this)
            Throw.Argument($"The item is of {state.Type?.Name ?? "no pool"}, not of '{Name}'.", nameof(item));

        if (!EncodeableWord<ProcessorWordAtomics>.TryEndBare(ref state.Word))
            return false;

        EndBare(item);
        return true;
    }

    /// <summary>Returns the counters of the pool.</summary>
    /// <returns>The counters. What an open <see cref="PooledScope"/> holds counts as rented.</returns>
    public PoolStatistics GetStatistics() => Store.GetStatistics();

    /// <inheritdoc cref="MagazinePool{T}.Trim"/>
    public void Trim() => Store.Trim();

    /// <summary>Disposes the pool: renting throws from now on, and an object that is returned is dropped.</summary>
    /// <remarks>A second call does nothing.</remarks>
    public void Dispose()
    {
        GC.SuppressFinalize(this);
        _idleLanes?.Close();
        Store.Dispose();
        ScopeBody.OnTypeDisposed();
    }

    private protected abstract IPooledEncodeable RentItem();

    /// <summary>Ends what a token holds and takes the object back.</summary>
    /// <returns><see langword="false"/> if that has ended before.</returns>
    internal abstract bool TryEnd(object item, ref EncodeableState state, int token);

    /// <summary>Takes back a bare object whose rental has just ended.</summary>
    internal abstract void EndBare(object item);

    /// <summary>Takes back a nested object whose rental has just ended, or has it wait in the visitor. Does not throw.</summary>
    internal abstract void EndNested(object item, ref NestedVisitor nested);

    /// <summary>Takes back a nested object that the visitor has entered. Does not throw.</summary>
    internal abstract void EndEntered(object item, ref NestedVisitor nested);

    /// <summary>Gives a scope a place for objects of this type.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal ScopeLane RentLane() => _idleLanes?.TryTake() ?? CreateLane(_idleLanes);

    private protected abstract ScopeLane CreateLane(IdleLanes? home);

    private static PolicyEncodeablePool<T, TPolicy> Make<T, TPolicy>(
        TPolicy policy, ReturnCheck returnCheck, PoolOptions? options, TimeProvider? timeProvider, bool canUnload)
        where T : class, IPooledEncodeable
        where TPolicy : struct, IEncodeablePolicy<T>
    {
        if (returnCheck is < ReturnCheck.Atomic or > ReturnCheck.None)
            Throw.ArgumentOutOfRange(nameof(returnCheck), returnCheck, $"There is no return check {(int)returnCheck}.");

        return new PolicyEncodeablePool<T, TPolicy>(
            policy, returnCheck, StoreOptions.Of<T>(options, timeProvider, DefaultMaxRetained), canUnload);
    }
}
