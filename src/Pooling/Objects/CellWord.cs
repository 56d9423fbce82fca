using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>Implements the state transitions of a cell. See <see cref="LeaseCell"/> for the states.</summary>
/// <typeparam name="TAtomics">The memory accesses: the processor's, or those of the schedule explorer.</typeparam>
internal static class CellWord<TAtomics>
    where TAtomics : struct, IAtomics
{
    private const int Closing = 1;
    private const int Detached = 2;

    /// <summary>Leases the home cell if it is free. Called by its owning thread.</summary>
    /// <param name="word">The cell's version.</param>
    /// <param name="version">The version of the lease.</param>
    /// <returns><see langword="false"/> if the cell is leased, or is nobody's home cell.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryLease(ref long word, out long version)
    {
        version = default(TAtomics).ReadAcquire(ref word) + 1; // acquires the item; pairs with the write in TryGoHome
        if ((version & LeaseCell.StateMask) != 1)
            return false;

        default(TAtomics).Write(ref word, version); // plain: only the owner changes a free home cell while it lives
        return true;
    }

    /// <summary>Ends the lease of the given version.</summary>
    /// <returns><see langword="false"/> if the lease has already ended; nothing was done.</returns>
    /// <remarks>Releases the renter's writes to the item and acquires nothing: the magazine, or the write that sends
    /// the cell home, orders the next renter.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryTake(ref long word, long version) =>
        default(TAtomics).CompareExchange(ref word, version + 1, version);

    /// <summary>Sends a cell home after its lease of the given version has ended.</summary>
    /// <returns><see langword="false"/> if the cell has no home any more: the caller owns it and pushes it into a
    /// magazine.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryGoHome(ref long word, ref int leaving, long version)
    {
        // pairs with Close and TryDetach
        if ((version & LeaseCell.InMagazine) != 0 || default(TAtomics).ReadAcquire(ref leaving) != 0)
            return false;

        // releases the reset item; pairs with the read by whoever leases or detaches the cell
        default(TAtomics).WriteRelease(ref word, version + LeaseCell.StateMask);
        default(TAtomics).Light();

        // the read pairs with the write in TryDetach
        return default(TAtomics).ReadAcquire(ref leaving) != Detached
            || !TryReclaim(ref word, version + LeaseCell.StateMask);
    }

    /// <summary>Moves the version to a magazine state if it is not in one; after a lease out of a magazine it usually
    /// is. Called before the push, by the only holder of the cell.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void EnterMagazine(ref long word)
    {
        long version = default(TAtomics).Read(ref word);
        if ((version & LeaseCell.StateMask) - LeaseCell.InMagazine is < 0 or 3) // 4 to 6 can be leased
            default(TAtomics).Write(ref word, (version | LeaseCell.StateMask) + LeaseCell.InMagazine + 1);
    }

    /// <summary>Turns a cell that the caller has just leased from a magazine into the calling thread's home
    /// cell.</summary>
    internal static void ComeHome(ref long word, ref int leaving)
    {
        // before any end of this lease reads it; whoever is late with the end of an earlier lease finds another version
        // than its own
        default(TAtomics).WriteRelease(ref leaving, 0);
        default(TAtomics).Write(ref word, (default(TAtomics).Read(ref word) | LeaseCell.StateMask) + 2);
    }

    /// <summary>Turns a free home cell into one of a magazine. Called by its owning thread.</summary>
    internal static void LeaveHome(ref long word) =>
        default(TAtomics).Write(ref word, default(TAtomics).Read(ref word) + LeaseCell.InMagazine);

    /// <summary>Marks the cell as refused, so that its owning thread does not wait for it to come back.</summary>
    internal static void Refuse(ref long word, long version)
    {
        if ((version & LeaseCell.StateMask) - LeaseCell.InMagazine is < 0 or 3) // 4 to 6 can be leased
        {
            // pairs with IsRefused
            default(TAtomics).WriteRelease(ref word, (version & ~LeaseCell.StateMask) + LeaseCell.Refused);
        }
    }

    /// <summary>Makes leases that end from now on go to the disposed pool instead of home. Called under the depot's
    /// lock.</summary>
    internal static void Close(ref int leaving)
    {
        if (default(TAtomics).ReadAcquire(ref leaving) == 0) // written under the lock only
            default(TAtomics).WriteRelease(ref leaving, Closing); // pairs with the first read in TryGoHome
    }

    /// <summary>Takes the cell away from its home permanently. Called under the depot's lock, by its thread or by the
    /// thread that adopts it.</summary>
    /// <returns><see langword="true"/> if the caller owns the cell now; otherwise whoever ends its lease will own
    /// it.</returns>
    internal static bool TryDetach(ref long word, ref int leaving)
    {
        long version = default(TAtomics).ReadAcquire(ref word); // pairs with the write in TryGoHome
        if ((version & LeaseCell.StateMask) == 0)
        {
            default(TAtomics).Write(ref word, version + LeaseCell.InMagazine); // nobody else may: _leaving is not set
            return true;
        }

        if ((version & LeaseCell.StateMask) >= LeaseCell.Refused)
            return false; // or in the disposed pool: it has no home any more

        default(TAtomics).WriteRelease(ref leaving, Detached); // pairs with the reads in TryGoHome
        default(TAtomics).Heavy(); // pairs with Light there
        return TryReclaim(ref word, (version | LeaseCell.StateMask) + 1);
    }

    /// <param name="word">The cell's version.</param>
    /// <param name="version">The version that the cell has when it is free at home after the ending lease. By now the
    /// cell may be at home in another thread, so a late caller claims exactly this version, which is never used
    /// again.</param>
    private static bool TryReclaim(ref long word, long version) =>
        // either who detaches or who ends wins
        default(TAtomics).CompareExchange(ref word, version + LeaseCell.InMagazine, version);
}
