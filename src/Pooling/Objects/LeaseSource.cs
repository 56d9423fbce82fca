using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>Leases items and takes them back: what the lease pools of every room derive their source from.</summary>
/// <remarks>A class with three virtual members rather than a struct policy: cells reach it by one virtual call whatever the policy is, and shared
/// generic code over a policy that is itself generic would look its methods up at run time.</remarks>
internal abstract class LeaseSource<T> where T : class
{
    protected LeaseSource(MagazinePoolOptions options) => Store = new MagazineStore(typeof(T).Name, options);

    internal MagazineStore Store { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal LeaseCell<T> Rent()
    {
        object? cell = Store.TryPop();
        return cell is null ? RentSlow() : Unsafe.As<LeaseCell<T>>(cell);
    }

    /// <summary>Takes back a cell whose lease has just ended: resets the item and keeps it, or lets it go. An item whose reset throws is let go,
    /// and the exception goes to the caller.</summary>
    internal void Return(LeaseCell<T> cell, bool isExhausted)
    {
        bool keep = false;
        try
        {
            keep = Reset(cell.Item) && !isExhausted;
        }
        finally
        {
            if (!keep)
                Refuse(cell);
        }

        if (keep && !Store.TryPush(cell))
            ReturnSlow(cell);
    }

    protected abstract T Create();

    /// <returns><see langword="false"/> if the item must not be leased again.</returns>
    protected abstract bool Reset(T item);

    /// <summary>Lets an item go that will not be leased again.</summary>
    protected internal virtual void Drop(T item) => Objects.Drop.One(item);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private LeaseCell<T> RentSlow()
    {
        if (Store.PopSlow() is { } used)
            return Unsafe.As<LeaseCell<T>>(used);

        LeaseCell<T>? cell = null;
        try
        {
            T item = Create();
            if (item is null)
                Throw.InvalidOperation($"The policy of pool '{Store.Name}' created null.");

            cell = new LeaseCell<T>(item, this);
            return cell;
        }
        finally
        {
            if (cell is null)
                Store.CountNotCreated();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnSlow(LeaseCell<T> cell)
    {
        if (!Store.PushSlow(cell))
            cell.Dispose();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Refuse(LeaseCell<T> cell)
    {
        Store.CountDropped();
        cell.Dispose();
    }
}
