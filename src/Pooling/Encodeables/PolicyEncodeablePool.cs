using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>A pool whose policy is a struct, so that the members of the class are inlined.</summary>
internal sealed partial class PolicyEncodeablePool<T, TPolicy> : EncodeablePool<T>
    where T : class, IPooledEncodeable
    where TPolicy : struct, IEncodeablePolicy<T>
{
    private readonly TPolicy _policy;

    internal PolicyEncodeablePool(TPolicy policy, StoreOptions options, bool canUnload)
        : base(new MagazineStore(typeof(T).Name, options), canUnload) => _policy = policy;

    public override T RentUnchecked()
    {
        T item = Take();
        EncodeableWord<ProcessorAtomics>.Give(ref _policy.StateOf(item).Word, EncodeableWord.Bare);
        return item;
    }

    public override PooledRef<T> Rent()
    {
        T item = Take();
        return new PooledRef<T>(
            item, EncodeableWord<ProcessorAtomics>.Give(ref _policy.StateOf(item).Word, EncodeableWord.Token));
    }

    internal override bool TryEnd(object item, ref EncodeableState state, int token)
    {
        if (!EncodeableWord<ProcessorAtomics>.TryEndToken(ref state.Word, token))
            return Store.RefuseReturn();

        Return(Unsafe.As<T>(item), EncodeableWord.After(token));
        return true;
    }

    internal override void EndBare(object item) => Return(Unsafe.As<T>(item), _policy.StateOf(Unsafe.As<T>(item)).Word);

    internal override void EndNested(object item, ref NestedVisitor nested)
    {
        if (!_policy.HasNested)
        {
            EndEntered(item, ref nested);
        }
        else if (nested.TryEnter(Unsafe.As<T>(item)))
        {
            EndEntered(item, ref nested);
            nested.Leave();
        }
    }

    internal override void EndEntered(object item, ref NestedVisitor nested)
    {
        try
        {
            ReturnNested(Unsafe.As<T>(item), ref nested);
        }
        catch (Exception exception)
        {
            nested.Fail(exception);
        }
    }

    private protected override long SizeOf(object item) => KeptMemory.BytesIn(_policy.StateOf(Unsafe.As<T>(item)).Slot);

    private protected override ScopeLane CreateLane(IdleLanes? home) =>
        new EncodeableLane<T, TPolicy>(this, _policy, home);

    /// <summary>Takes an object from anywhere in the pool, or creates it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal T TakeSlow()
    {
        if (Store.PopSlow() is { } used)
            return Unsafe.As<T>(used);

        T? item = null;
        bool isRefused = true;
        try
        {
            item = _policy.Create();
            Own(item);
            isRefused = false;
            return item;
        }
        finally
        {
            if (isRefused)
                RefuseCreated(item);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T RentSlow()
    {
        T item = TakeSlow();
        if (Store.Mode != PoolingMode.Off)
            Store.NoteRented(item);

        return item;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T Take()
    {
        object? item = Store.TryPop();
        return item is null ? RentSlow() : Unsafe.As<T>(item);
    }

    /// <summary>Makes this the pool of a new object.</summary>
    private void Own(T item)
    {
        if (item is null)
            Throw.InvalidOperation($"The policy of pool '{Name}' returned null from Create; it must return an object.");

        if (item.GetType() != typeof(T))
        {
            Throw.InvalidOperation(
                $"The policy of pool '{Name}' created an object of type '{item.GetType()}'; "
                + $"it must be exactly '{typeof(T)}'.");
        }

        ref EncodeableState state = ref _policy.StateOf(item);
        if (state.Type is not null)
        {
            Throw.InvalidOperation(
                $"The policy of pool '{Name}' created an object that already belongs to pool '{state.Type.Name}'.");
        }

        Probe(item);
        state.Type = this;
    }

    /// <summary>Reverses the count of an object that was not created, and drops the one that cannot be used.</summary>
    private void RefuseCreated(T? item)
    {
        Store.CountNotCreated();
        // what already belongs to a pool is that pool's
        if (item is not null && item.PoolState.Type is null)
            Drop.One(item);
    }

    /// <summary>Takes back an object whose rental has just ended, with everything nested in it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Return(T item, int word)
    {
        bool keep = false;
        try
        {
            if (_policy.HasNested)
                EndNestedOf(item);

            _policy.Reset(item);
            keep = word != EncodeableWord.WrappedAround;
        }
        finally
        {
            if (!keep)
                Refuse(item);
        }

        if (keep && !Store.TryPush(item))
            ReturnSlow(item);
    }

    private void EndNestedOf(T item)
    {
        var nested = new NestedVisitor(_policy.StateOf(item).Slot);
        try
        {
            _policy.VisitNested(item, ref nested);
        }
        catch (Exception exception)
        {
            nested.Fail(exception); // what it has passed until then is still taken back
        }

        nested.Complete();
    }

    /// <summary>Takes back a nested object whose rental has just ended. What is nested in it is taken back now, or
    /// waits in the visitor.</summary>
    private void ReturnNested(T item, ref NestedVisitor nested)
    {
        bool isVisited = false;
        try
        {
            if (_policy.HasNested)
                _policy.VisitNested(item, ref nested);

            isVisited = true;
        }
        finally
        {
            if (!isVisited)
                Refuse(item);
        }

        ReturnReset(item);
    }

    /// <summary>Resets and takes back an object whose rental has ended, and that was visited.</summary>
    private void ReturnReset(T item)
    {
        bool keep = false;
        try
        {
            _policy.Reset(item);
            keep = _policy.StateOf(item).Word != EncodeableWord.WrappedAround;
        }
        finally
        {
            if (!keep)
                Refuse(item);
        }

        if (keep && !Store.TryPush(item))
            ReturnSlow(item);
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
        bool isExhausted = _policy.StateOf(item).Word == EncodeableWord.WrappedAround;
        Store.CountDropped(isExhausted ? DropReason.Exhausted : DropReason.Failed, item);
        Drop.One(item);
    }
}
