using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>Records rentals and returns of a store for the modes of diagnostics. Called by slow paths in a checking
/// mode.</summary>
internal static class StoreNotes
{
    /// <summary>Records the rental of an item if the mode wants it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void NoteRented(this MagazineStore store, object item)
    {
        int generation = Volatile.Read(ref store.Generation); // pairs with the write in ApplyMode
        if (store.KeepsNothing)
            ReturnPlaces.Remove(SubjectOf(item)); // the policy may create an object that it has created before
        else if (RentalTracking.IsNextTracked())
            RentalTracking.Begin(item, store.Name, store.SizeOf?.Invoke(item) ?? 0, generation);
    }

    /// <summary>Does the same for several items.</summary>
    internal static void NoteRented<T>(this MagazineStore store, ReadOnlySpan<T> items)
    {
        foreach (ref readonly T item in items)
            store.NoteRented(ReferenceSpan.Slot<T, MagazineSlot>(ref Unsafe.AsRef(in item)).Item!);
    }

    /// <summary>Records the return of an item if the mode wants it. Called first.</summary>
    /// <returns><see langword="true"/> if the item must not be kept, whatever the mode is by now.</returns>
    /// <exception cref="InvalidOperationException">The item was already returned.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static bool NoteReturned(this MagazineStore store, object item)
    {
        RentalTracking.End(item);
        if (!store.KeepsNothing)
            return false;

        if (item is LeaseCell cell)
            ReturnPlaces.Set(cell.Subject); // a lease ends once
        else if (!ReturnPlaces.TryAdd(item))
            throw store.RefusedReturn(item);

        return true;
    }

    /// <summary>Does the same for several items, and takes back those that must not be kept.</summary>
    /// <returns><see langword="true"/> if it has taken back all of them.</returns>
    internal static bool NoteReturned<T>(this MagazineStore store, ReadOnlySpan<T> items, ref BulkReturn result)
    {
        bool keepsNone = store.KeepsNothing; // once: all of them are kept, or none is
        foreach (ref readonly T slot in items)
        {
            object item = ReferenceSpan.Slot<T, MagazineSlot>(ref Unsafe.AsRef(in slot)).Item!;
            RentalTracking.End(item);
            if (!keepsNone)
                continue;

            if (!ReturnPlaces.TryAdd(item))
            {
                result.Fail(store.RefusedReturn(item));
                continue;
            }

            store.CountDropped(DropReason.Trim);
            result.Drop(item);
        }

        return keepsNone;
    }

    private static InvalidOperationException RefusedReturn(this MagazineStore store, object subject)
    {
        store.RefuseReturn();
        return new InvalidOperationException(
            $"The item was already returned to pool '{store.Name}'." + ReturnPlaces.Describe(subject));
    }

    /// <summary>The object that users have a reference to, and that throws if it is used after its return.</summary>
    private static object SubjectOf(object item) => item is LeaseCell cell ? cell.Subject : item;
}
