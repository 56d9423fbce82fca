using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>Leases items and takes them back: what the lease pools of every room derive their source from.</summary>
/// <remarks>A class with three virtual members rather than a struct policy: cells reach it by one virtual call whatever the policy is, and
/// shared generic code over a policy that is itself generic would look its methods up at run time.</remarks>
internal abstract class LeaseSource<T> where T : class
{
    protected LeaseSource(StoreOptions options) => Store = new MagazineStore(typeof(T).Name, options);

    internal MagazineStore Store { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal LeaseCell<T> Rent()
    {
        object? cell = Store.TryPop();
        return cell is null ? RentSlow() : Unsafe.As<LeaseCell<T>>(cell);
    }

    /// <summary>Ends the lease of the given version and takes the cell back, as <see cref="Return"/> does.</summary>
    /// <returns><see langword="false"/> if that lease has ended before; nothing was done.</returns>
    /// <remarks>One method that is not inlined: leases end in finally blocks, which the compiler copies onto the straight path only if they
    /// are small. Sources whose reset seldom throws may override it, to do without the catch.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal virtual bool TryEnd(LeaseCell<T> cell, int version)
    {
        if (!cell.TryTake(version))
            return false;

        bool keep;
        try
        {
            keep = Reset(cell.Item);
        }
        catch
        {
            Refuse(cell);
            throw;
        }

        Settle(cell, keep);
        return true;
    }

    /// <summary>Takes back a cell whose lease has just ended: resets the item and keeps it, or drops it. An item whose reset throws is
    /// let go, and the exception goes to the caller.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void Return(LeaseCell<T> cell)
    {
        bool keep;
        try
        {
            keep = Reset(cell.Item);
        }
        catch
        {
            Refuse(cell);
            throw;
        }

        Settle(cell, keep);
    }

    /// <summary>Keeps a cell whose item is reset, or drops it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected void Settle(LeaseCell<T> cell, bool keep)
    {
        if (!keep || cell.Version == LeaseCell<T>.Exhausted)
            Refuse(cell);
        else if (!Store.TryPush(cell))
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
