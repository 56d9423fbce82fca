using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>A type whose members of the class are a struct, so that they are inlined.</summary>
internal sealed class PolicyEncodeableType<T, TPolicy> : PooledEncodeableType<T>
    where T : class, IPooledEncodeable
    where TPolicy : struct, IEncodeablePolicy<T>
{
    private readonly TPolicy _policy;

    internal PolicyEncodeableType(TPolicy policy, ReturnCheck check, MagazinePoolOptions options)
        : base(new MagazineStore(typeof(T).Name, options), check) => _policy = policy;

    public override Type ItemType => typeof(T);

    public override T Create()
    {
        T item = Take();
        _policy.StateOf(item).Version++; // odd: nobody else has the object yet
        return item;
    }

    public override PooledRef<T> Rent()
    {
        T item = Take();
        return new PooledRef<T>(item, ++_policy.StateOf(item).Version);
    }

    internal override bool TryEnd(object item, ref EncodeableState state, int version)
    {
        int ended = version + 1;
        if (ReturnCheck == ReturnCheck.Atomic)
        {
            // Releases the renter's writes to the object with the raised version; the next renter is ordered by the magazine.
            if (Interlocked.CompareExchange(ref state.Version, ended, version) != version)
                return false;
        }
        else
        {
            if (ReturnCheck == ReturnCheck.Version && state.Version != version)
                return false;

            state.Version = ended;
        }

        Return(Unsafe.As<T>(item), ended);
        return true;
    }

    internal override void EndNested(object item, ref EncodeableState state)
    {
        int ended = state.Version + 1;
        state.Version = ended;
        Return(Unsafe.As<T>(item), ended);
    }

    internal override ScopeLane CreateLane() => new EncodeableLane<T, TPolicy>(this, _policy);

    /// <summary>Takes an object from wherever there is one, or creates it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal T TakeSlow()
    {
        if (Store.PopSlow() is { } used)
            return Unsafe.As<T>(used);

        T? item = null;
        try
        {
            item = CreateNew();
            return item;
        }
        finally
        {
            if (item is null)
                Store.CountNotCreated();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T Take()
    {
        object? item = Store.TryPop();
        return item is null ? TakeSlow() : Unsafe.As<T>(item);
    }

    private T CreateNew()
    {
        T item = _policy.Create();
        if (item is null)
            Throw.InvalidOperation($"The policy of pool '{Name}' created null.");

        if (item.GetType() != typeof(T))
            Throw.InvalidOperation($"The policy of pool '{Name}' created a {item.GetType()}; a pool's objects are exactly of its own class.");

        ref EncodeableState state = ref _policy.StateOf(item);
        if (state.Type is not null)
            Throw.InvalidOperation($"The policy of pool '{Name}' created an object that belongs to pool '{state.Type.Name}' already.");

        state.Type = this;
        return item;
    }

    /// <summary>Takes back an object whose rental has just ended, with everything nested in it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Return(T item, int version)
    {
        bool keep = false;
        try
        {
            if (_policy.HasNested)
                ReturnNested(item);

            _policy.Reset(item);
            keep = version != EncodeableState.Exhausted;
        }
        finally
        {
            if (!keep)
                Refuse(item);
        }

        if (keep && !Store.TryPush(item))
            ReturnSlow(item);
    }

    private void ReturnNested(T item)
    {
        var nested = default(NestedVisitor);
        _policy.VisitNested(item, ref nested);
        nested.Complete();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnSlow(T item)
    {
        if (!Store.PushSlow(item))
            Drop.One(item);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Refuse(T item)
    {
        Store.CountDropped();
        Drop.One(item);
    }
}
