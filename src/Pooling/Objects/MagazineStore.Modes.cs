using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <content>The modes of diagnostics. In a checking mode no thread has its place, so that every rental and return takes
/// the slow path, and comes here.</content>
internal sealed partial class MagazineStore
{
    /// <summary>The mode of the pool; written within the lock. A field, because every slow path reads it.</summary>
    internal volatile PoolingMode Mode;

    /// <summary>The generation of the mode, in Leaks: see <see cref="RentalTracking"/>. Written within the lock, after
    /// the mode.</summary>
    internal int Generation;

    /// <summary>Whether nothing is rented twice: whoever keeps items for later must give them up.</summary>
    internal bool KeepsNothing => Mode == PoolingMode.Version;

    /// <summary>Takes over the mode of the process, and drops the idle items, as <see cref="Trim"/> does.</summary>
    internal void ApplyMode()
    {
        var dropped = new List<object>();
        try
        {
            ApplyMode(dropped);
        }
        finally
        {
            if (!_abandoned)
                Drop.AllQuietly(dropped, this); // as in Trim
        }
    }

    private void ApplyMode(List<object> dropped)
    {
        using (_depot.Enter())
        {
            int generation = RentalTracking.Generation;
            PoolingMode mode = PoolingDiagnostics.Current; // within the lock, so that the last change wins
            if (Mode == mode)
            {
                // pairs with the read in NoteRented; changes back and forth were missed
                Volatile.Write(ref Generation, generation);
                return;
            }

            DrainAllLocked(dropped);
            _depot.KeepsNothing = mode == PoolingMode.Version;
            Mode = mode; // after the places: who sees a checking mode has none
            Volatile.Write(ref Generation, generation); // likewise; as above
            ChangePartEpoch(); // after the mode: lists that see the change see the mode, too
        }
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
}
