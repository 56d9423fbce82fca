using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <content>The modes of diagnostics. In a checking mode no thread has its place, so that every rental and return takes the slow path, and
/// comes here.</content>
internal sealed partial class MagazineStore
{
    private volatile PoolingMode _mode; // written within the lock

    /// <summary>Whether nothing is rented twice: whoever keeps items for later must give them up.</summary>
    internal bool KeepsNothing => _mode == PoolingMode.Version;

    /// <summary>Takes over the mode of the process. The idle items are dropped: those of the depot and the calling thread now, those of
    /// other threads when they next use the pool.</summary>
    internal void ApplyMode()
    {
        ChangePartEpoch();
        var dropped = new List<object>();
        using (_depot.Enter())
        {
            PoolingMode mode = PoolingDiagnostics.Mode; // within the lock, so that the last change wins
            if (_mode == mode)
                return;

            _mode = mode;
            _depot.KeepsNothing = mode == PoolingMode.Version;
            _drains++;
            _places.Clear();
            _depot.DrainTo(dropped, DropReason.Trim);
            ThreadMagazine own = FindOwn();
            if (own.Store == this)
                DrainLocked(own, dropped, DropReason.Trim);
        }

        Drop.AllQuietly(dropped, this);
    }

    /// <summary>Records the rental of an item if the mode wants it. Called by slow paths, with an item that will be returned.</summary>
    internal void NoteRented(object item)
    {
        if (_mode != PoolingMode.Off)
            NoteRentedSlow(item);
    }

    /// <summary>Records the return of an item if the mode wants it. Called by slow paths, before anything else is done.</summary>
    /// <exception cref="InvalidOperationException">The item was already returned.</exception>
    internal void NoteReturned(object item)
    {
        if (_mode != PoolingMode.Off)
            NoteReturnedSlow(item);
    }

    /// <summary>Counts the return of a rental that has already ended.</summary>
    /// <returns><see langword="false"/>, for the caller to return.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool RefuseReturn()
    {
        Interlocked.Increment(ref _refusedReturns);
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void NoteRentedSlow(object item)
    {
        if (KeepsNothing)
            ReturnPlaces.Remove(SubjectOf(item)); // the policy may create an object that it has created before
        else if (RentalTracking.IsNextTracked())
            RentalTracking.Begin(item, Name, _sizeOf?.Invoke(item) ?? 0);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void NoteReturnedSlow(object item)
    {
        RentalTracking.End(item);
        object subject = SubjectOf(item);
        if (!KeepsNothing || ReturnPlaces.TryAdd(subject))
            return;

        RefuseReturn();
        Throw.InvalidOperation($"The item was already returned to pool '{Name}'." + ReturnPlaces.Describe(subject));
    }

    /// <summary>The object that users have a reference to, and that throws if it is used after its return.</summary>
    private static object SubjectOf(object item) => item is LeaseCell cell ? cell.Subject : item;
}
