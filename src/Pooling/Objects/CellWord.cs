using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>The steps of a cell from state to state. See <see cref="LeaseCell"/> for the states.</summary>
/// <typeparam name="TAtomics">The accesses: those of the processor, or of the explorer.</typeparam>
internal static class CellWord<TAtomics>
    where TAtomics : struct, ICellAtomics
{
    private const int Closing = 1;
    private const int Detached = 2;

    /// <summary>Leases the cell if it is free at home. Called by the thread that it belongs to.</summary>
    /// <param name="word">The cell's version.</param>
    /// <param name="version">The version of the lease.</param>
    /// <returns><see langword="false"/> if it is leased, or has no home.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryLease(ref long word, out long version)
    {
        version = default(TAtomics).ReadAcquire(ref word) + 1; // acquires the item; pairs with the write in TryGoHome
        if ((version & LeaseCell.StateMask) != 1)
            return false;

        default(TAtomics).Write(ref word, version); // plain: nobody else changes that of a free home cell while its thread lives
        return true;
    }

    /// <summary>Ends the lease of the given version.</summary>
    /// <returns><see langword="false"/> if that lease has ended before; nothing was done.</returns>
    /// <remarks>Releases the renter's writes to the item, and acquires nothing: the next renter is ordered by the magazine, or by the write
    /// that sends the cell home.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryTake(ref long word, long version) => default(TAtomics).CompareExchange(ref word, version + 1, version);

    /// <summary>Sends the cell home whose lease of the given version has just ended.</summary>
    /// <returns><see langword="false"/> if it has no home any more: the caller has it, and pushes it.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryGoHome(ref long word, ref int leaving, long version)
    {
        if ((version & LeaseCell.InMagazine) != 0 || default(TAtomics).ReadAcquire(ref leaving) != 0) // pairs with Close and TryDetach
            return false;

        // releases the reset item; pairs with the read of who leases or detaches the cell
        default(TAtomics).WriteRelease(ref word, version + LeaseCell.StateMask);
        default(TAtomics).Light();

        // the read pairs with the write in TryDetach
        return default(TAtomics).ReadAcquire(ref leaving) != Detached || !TryReclaim(ref word, version + LeaseCell.StateMask);
    }

    /// <summary>Makes the version that of a magazine, if it is not one already: after a lease out of one it mostly is. Called by whoever
    /// has the cell alone, before the push.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void EnterMagazine(ref long word)
    {
        long version = default(TAtomics).Read(ref word);
        if ((version & LeaseCell.StateMask) - LeaseCell.InMagazine is < 0 or 3) // 4 to 6 may be leased
            default(TAtomics).Write(ref word, (version | LeaseCell.StateMask) + LeaseCell.InMagazine + 1);
    }

    /// <summary>Makes a cell of a magazine, which the caller has just leased, the home cell of the calling thread.</summary>
    internal static void ComeHome(ref long word, ref int leaving)
    {
        // before the lease that its ender will look at; who ended an earlier one, and is late, finds another version than its own
        default(TAtomics).WriteRelease(ref leaving, 0);
        default(TAtomics).Write(ref word, (default(TAtomics).Read(ref word) | LeaseCell.StateMask) + 2);
    }

    /// <summary>Makes a free home cell one of a magazine. Called by the thread that it belongs to.</summary>
    internal static void LeaveHome(ref long word) =>
        default(TAtomics).Write(ref word, default(TAtomics).Read(ref word) + LeaseCell.InMagazine);

    /// <summary>Tells the thread that the cell belongs to that it does not come back.</summary>
    internal static void Refuse(ref long word, long version)
    {
        if ((version & LeaseCell.StateMask) - LeaseCell.InMagazine is < 0 or 3) // 4 to 6 may be leased
            default(TAtomics).WriteRelease(ref word, (version & ~LeaseCell.StateMask) + LeaseCell.Refused); // pairs with IsRefused
    }

    /// <summary>Sends leases that end from now on to the disposed pool rather than home. Called under the depot's lock.</summary>
    internal static void Close(ref int leaving)
    {
        if (default(TAtomics).ReadAcquire(ref leaving) == 0) // written under the lock only
            default(TAtomics).WriteRelease(ref leaving, Closing); // pairs with the first read in TryGoHome
    }

    /// <summary>Takes the cell from its home for good. Called under the depot's lock, by its thread or who adopts.</summary>
    /// <returns><see langword="true"/> if the caller has the cell now; else whoever ends its lease will.</returns>
    internal static bool TryDetach(ref long word, ref int leaving)
    {
        long version = default(TAtomics).ReadAcquire(ref word); // pairs with the write in TryGoHome
        if ((version & LeaseCell.StateMask) == 0)
        {
            default(TAtomics).Write(ref word, version + LeaseCell.InMagazine); // nobody else may: the sign is not up
            return true;
        }

        if ((version & LeaseCell.StateMask) >= LeaseCell.Refused)
            return false; // or in the disposed pool: no home any more

        default(TAtomics).WriteRelease(ref leaving, Detached); // pairs with the reads in TryGoHome
        default(TAtomics).Heavy(); // pairs with Light there
        return TryReclaim(ref word, (version | LeaseCell.StateMask) + 1);
    }

    /// <param name="word">The cell's version.</param>
    /// <param name="version">That which the cell has when it is free at home after the lease that is ending. By now it may be at another
    /// thread's home: so one that detaches or ends late takes just this version, which never comes twice.</param>
    private static bool TryReclaim(ref long word, long version) =>
        default(TAtomics).CompareExchange(ref word, version + LeaseCell.InMagazine, version); // of who detaches and who ends one wins
}
