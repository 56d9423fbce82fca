using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>Leases items and takes them back. The base class of the lease pools in every namespace.</summary>
/// <remarks>A class with virtual members, not a struct policy: shared generic code over a generic policy would look up
/// its methods at run time.</remarks>
internal abstract class LeaseSource<T> where T : class
{
    internal readonly MagazineStore Store;

    protected LeaseSource(StoreOptions options) => Store = new MagazineStore(typeof(T).Name, options, keepsCells: true);

    /// <summary>Leases a cell: the calling thread's home cell, one of a magazine, or a new one.</summary>
    /// <param name="version">The version of the lease.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal LeaseCell<T> Rent(out long version)
    {
        ThreadMagazine? own = Store.FindActive();
        if (own is not null)
        {
            LeaseCell home = own.Home!;
            if (home.TryLease(out version))
            {
                own.Popped++;
                return Unsafe.As<LeaseCell<T>>(home);
            }

            if ((version & LeaseCell.StateMask) != LeaseCell.Refused + 1 && own.TryPopOne() is { } used)
            {
                LeaseCell<T> other = Unsafe.As<LeaseCell<T>>(used);
                version = other.Version;
                return other;
            }
        }

        LeaseCell<T> cell = RentSlow();
        version = cell.Version;
        return cell;
    }

    /// <summary>Leases a cell, whose version is that of the lease.</summary>
    internal LeaseCell<T> Rent() => Rent(out _);

    /// <summary>Ends the lease of the given version and takes the cell back, as <see cref="Return"/> does.</summary>
    /// <returns><see langword="false"/> if the lease has already ended; nothing was done.</returns>
    /// <remarks>Not inlined: leases end in finally blocks, which the JIT copies onto the straight path only if they are
    /// small. Derived classes may override it to avoid the virtual reset or the catch.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal virtual bool TryEnd(LeaseCell<T> cell, long version)
    {
        if (!cell.TryTake(version))
            return Store.RefuseReturn();

        Return(cell, version);
        return true;
    }

    /// <summary>Takes back a cell whose lease has just ended: resets the item and keeps it, or drops it. If the reset
    /// throws, the item is dropped.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void Return(LeaseCell<T> cell, long version)
    {
        bool keep;
        try
        {
            keep = Reset(cell.Item);
        }
        catch
        {
            Refuse(cell, version, DropReason.Failed);
            throw;
        }

        if (!keep)
            Refuse(cell, version, RefusalReason);
        else if (!TryKeep(cell, version))
            PushSlow(cell);
    }

    /// <summary>Stores a cell whose item is reset where the next lease finds it, if the fast path can.</summary>
    /// <returns><see langword="false"/> if it cannot: continue with <see cref="Return"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryKeep(LeaseCell<T> cell, long version) => cell.TryGoHome(version) || Store.TryPushCell(cell);

    protected abstract T Create();

    /// <returns><see langword="false"/> if the item must not be leased again.</returns>
    protected abstract bool Reset(T item);

    /// <summary>The reason for dropping an item after <see cref="Reset"/> returned <see langword="false"/>.</summary>
    private protected virtual DropReason RefusalReason => DropReason.Failed;

    /// <summary>Drops an item that will not be leased again.</summary>
    protected internal virtual void Drop(T item) => Objects.Drop.One(item);

    /// <summary>Drops a cell whose item must not be kept.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void Refuse(LeaseCell<T> cell, long version, DropReason reason)
    {
        cell.Refuse(version);
        Store.CountDropped(reason, cell);
        cell.Dispose();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private LeaseCell<T> RentSlow()
    {
        LeaseCell<T>? cell = null;
        if (Store.PopSlow() is { } used)
        {
            cell = Unsafe.As<LeaseCell<T>>(used);
        }
        else
        {
            T? item = null;
            try
            {
                item = Create();
                if (item is null)
                {
                    Throw.InvalidOperation(
                        $"The policy of pool '{Store.Name}' returned null from Create; it must return an item.");
                }

                Allocations.Failing?.Invoke();
                cell = new LeaseCell<T>(item, this);
            }
            finally
            {
                if (cell is null)
                    RefuseCreated(item);
            }
        }

        if (!Store.MakeHome(cell) && Store.Mode != PoolingMode.Off) // a home cell comes back without a note
            Store.NoteRented(cell);

        return cell;
    }

    /// <summary>Reverses the count of a cell that could not be created, and drops its item if there is one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RefuseCreated(T? item)
    {
        Store.CountNotCreated();
        if (item is not null)
            Drop(item);
    }

    /// <summary>Keeps a cell whose item is reset wherever there is room, or drops it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected void PushSlow(LeaseCell<T> cell)
    {
        if (!Store.PushSlow(cell))
            cell.Dispose();
    }
}
