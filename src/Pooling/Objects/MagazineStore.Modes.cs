using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <content>The modes of diagnostics. In a checking mode no thread has its place, so that every rental and return takes
/// the slow path, and comes here.</content>
internal sealed partial class MagazineStore
{
    /// <summary>The mode of the pool; written within the lock. A field, because every slow path reads it.</summary>
    internal volatile PoolingMode Mode;

    private int _generation; // of the mode, in Leaks: see RentalTracking; written within the lock, after the mode

    /// <summary>Whether nothing is rented twice: whoever keeps items for later must give them up.</summary>
    internal bool KeepsNothing => Mode == PoolingMode.Version;

    /// <summary>Takes over the mode of the process, and drops the idle items, as <see cref="Trim"/> does.</summary>
    internal void ApplyMode()
    {
        var dropped = new List<object>();
        using (_depot.Enter())
        {
            int generation = RentalTracking.Generation;
            PoolingMode mode = PoolingDiagnostics.Current; // within the lock, so that the last change wins
            if (Mode == mode)
            {
                // pairs with the read in NoteRented; changes back and forth were missed
                Volatile.Write(ref _generation, generation);
                return;
            }

            DrainAllLocked(dropped);
            _depot.KeepsNothing = mode == PoolingMode.Version;
            Mode = mode; // after the places: who sees a checking mode has none
            Volatile.Write(ref _generation, generation); // likewise; as above
            ChangePartEpoch(); // after the mode: lists that see the change see the mode, too
        }

        if (!_abandoned)
            Drop.AllQuietly(dropped, this);
    }

    /// <summary>Records the rental of an item if the mode wants it. Called by slow paths in a checking mode.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void NoteRented(object item)
    {
        int generation = Volatile.Read(ref _generation); // pairs with the write in ApplyMode
        if (KeepsNothing)
            ReturnPlaces.Remove(SubjectOf(item)); // the policy may create an object that it has created before
        else if (RentalTracking.IsNextTracked())
            RentalTracking.Begin(item, Name, _sizeOf?.Invoke(item) ?? 0, generation);
    }

    private void NoteRented<T>(ReadOnlySpan<T> items)
    {
        foreach (ref readonly T item in items)
            NoteRented(ReferenceSpan.Slot<T, MagazineSlot>(ref Unsafe.AsRef(in item)).Item!);
    }

    /// <summary>Records the return of an item if the mode wants it. Called first by slow paths in a checking
    /// mode.</summary>
    /// <returns><see langword="true"/> if the item must not be kept, whatever the mode is by now.</returns>
    /// <exception cref="InvalidOperationException">The item was already returned.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool NoteReturned(object item)
    {
        RentalTracking.End(item);
        if (!KeepsNothing)
            return false;

        if (item is LeaseCell cell)
            ReturnPlaces.Set(cell.Subject); // a lease ends once
        else if (!ReturnPlaces.TryAdd(item))
            throw RefusedReturn(item);

        return true;
    }

    /// <summary>Does the same for several items, and takes back those that must not be kept.</summary>
    /// <returns><see langword="true"/> if it has taken back all of them.</returns>
    private bool NoteReturned<T>(ReadOnlySpan<T> items, ref BulkReturn result)
    {
        bool keepsNone = KeepsNothing; // once: all of them are kept, or none is
        foreach (ref readonly T slot in items)
        {
            object item = ReferenceSpan.Slot<T, MagazineSlot>(ref Unsafe.AsRef(in slot)).Item!;
            RentalTracking.End(item);
            if (!keepsNone)
                continue;

            if (!ReturnPlaces.TryAdd(item))
            {
                result.Fail(RefusedReturn(item));
                continue;
            }

            CountDropped(DropReason.Trim);
            result.Drop(item);
        }

        return keepsNone;
    }

    /// <summary>Counts the return of a rental that has already ended.</summary>
    /// <returns><see langword="false"/>, for the caller to return.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool RefuseReturn()
    {
        Interlocked.Increment(ref _depot.RefusedReturns);
        return false;
    }

    /// <summary>Does what <see cref="CountDropped(DropReason, object)"/> does, for one of several items.</summary>
    /// <returns><see langword="false"/> if the item was already returned, and must not be dropped again.</returns>
    internal bool TryCountDropped(DropReason reason, object item, ref BulkReturn result)
    {
        try
        {
            CountDropped(reason, item);
            return true;
        }
        catch (InvalidOperationException exception)
        {
            result.Fail(exception);
            return false;
        }
    }

    private InvalidOperationException RefusedReturn(object subject)
    {
        RefuseReturn();
        return new InvalidOperationException(
            $"The item was already returned to pool '{Name}'." + ReturnPlaces.Describe(subject));
    }

    /// <summary>The object that users have a reference to, and that throws if it is used after its return.</summary>
    private static object SubjectOf(object item) => item is LeaseCell cell ? cell.Subject : item;
}
