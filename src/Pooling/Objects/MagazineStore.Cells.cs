using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <content>A pool of leases: each thread keeps one cell at home, whose lease costs no push and no pop, and the others in its magazines.
/// The home cell takes the credit of the item at hand, which such a pool has only with magazines.</content>
internal sealed partial class MagazineStore
{
    private readonly bool _keepsCells;

    /// <summary>Puts a cell whose lease has ended into the calling thread's loaded magazine.</summary>
    /// <returns><see langword="false"/> if that is full or not to be used: go on with <see cref="PushSlow"/>.</returns>
    /// <remarks>Not inlined: where most leases go home, the compiler would take it for cold and call a helper for the thread's
    /// number.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool TryPushCell(LeaseCell cell)
    {
        cell.EnterMagazine();
        ThreadMagazines? own = FindPushActive();
        if (own is not null)
        {
            int count = own.Count;
            MagazineSlot[] slots = own.Slots;
            if (own.Spare is null && slots.Length > 0)
            {
                own.Spare = cell;
                return true;
            }

            if ((uint)count < (uint)slots.Length)
            {
                slots[count].Item = cell;
                own.Count = count + 1;
                return true;
            }
        }

        return false;
    }

    /// <summary>Makes a cell that the calling thread has just leased its home cell, if it may have one and has none.</summary>
    internal void MakeHome(LeaseCell cell)
    {
        if (FindActive() is not { } own || !own.Home.IsRefused)
            return;

        using (_depot.Enter())
        {
            // again: code that ran while this thread waited may have made another one, or left
            if (!IsActive(own) || !own.Home.IsRefused)
                return;

            cell.ComeHome();
            Volatile.Write(ref own.Home, cell); // read by who lists what is retained, under the lock
        }
    }

    private LeaseCell InitialHome => _keepsCells && !_limits.CountsBytes ? LeaseCell.None : LeaseCell.Never;
}
