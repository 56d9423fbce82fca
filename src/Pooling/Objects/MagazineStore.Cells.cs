using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <content>Pools of leases: each thread keeps one home cell, whose lease needs no push and no pop, and the others in
/// its magazine.</content>
internal sealed partial class MagazineStore
{
    /// <summary>Puts a cell whose lease has ended into the calling thread's magazine.</summary>
    /// <returns><see langword="false"/> if the magazine is full or must not be used: continue with
    /// <see cref="PushSlow"/>.</returns>
    /// <remarks>Not inlined: where most leases go home, the JIT would consider it cold and call a helper for the
    /// thread's number.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool TryPushCell(LeaseCell cell)
    {
        cell.EnterMagazine();
        ThreadMagazine? own = FindActive();
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

    /// <summary>Makes a cell that the calling thread has just leased its home cell, if the thread may have one and has
    /// none.</summary>
    /// <returns><see langword="false"/> if the cell is none.</returns>
    internal bool MakeHome(LeaseCell cell)
    {
        if (FindActive() is not { } own || !own.Home!.IsRefused)
            return false;

        using (_depot.Enter())
        {
            // checked again: code that ran while this thread waited may have created one, or left the pool
            if (FindActive() != own || !own.Home.IsRefused)
                return false;

            cell.ComeHome();
            Volatile.Write(ref own.Home, cell); // read under the lock when retained items are listed
            return true;
        }
    }
}
