using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>Leases items of a policy: the form that the lease pools of every room wrap.</summary>
internal sealed class PolicyLeasePool<T, TPolicy> : LeaseSource<T>
    where T : class
    where TPolicy : struct, IItemPolicy<T>
{
    private readonly TPolicy _policy;
    private readonly MagazineStore _store;

    internal PolicyLeasePool(TPolicy policy, MagazinePoolOptions options)
    {
        _policy = policy;
        _store = new MagazineStore(typeof(T).Name, options);
    }

    internal MagazineStore Store => _store;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledLease<T> Lease()
    {
        object? cell = _store.TryPop();
        return new PooledLease<T>(cell is null ? LeaseSlow() : Unsafe.As<LeaseCell<T>>(cell));
    }

    internal override void Return(LeaseCell<T> cell, bool isExhausted)
    {
        bool keep = false;
        try
        {
            keep = _policy.Reset(cell.Item) && !isExhausted;
        }
        finally
        {
            if (!keep)
                Refuse(cell);
        }

        if (keep && !_store.TryPush(cell))
            ReturnSlow(cell);
    }

    internal override void Drop(T item) => Objects.Drop.One(item);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private LeaseCell<T> LeaseSlow() => _store.PopSlow() is { } cell ? Unsafe.As<LeaseCell<T>>(cell) : CreateCounted();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnSlow(LeaseCell<T> cell)
    {
        if (!_store.PushSlow(cell))
            cell.Dispose();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Refuse(LeaseCell<T> cell)
    {
        _store.CountDropped();
        cell.Dispose();
    }

    private LeaseCell<T> CreateCounted()
    {
        LeaseCell<T>? cell = null;
        try
        {
            T item = _policy.Create();
            if (item is null)
                Throw.InvalidOperation($"The policy of pool '{_store.Name}' created null.");

            cell = new LeaseCell<T>(item, this);
            return cell;
        }
        finally
        {
            if (cell is null)
                _store.CountNotCreated();
        }
    }
}
