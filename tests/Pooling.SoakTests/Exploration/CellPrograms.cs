using Pooling.Objects;

namespace Pooling.SoakTests.Exploration;

/// <summary>The programs of threads with one cell, which use the library's own transitions. Initially it is leased, and its home is the
/// second thread.</summary>
internal static class CellPrograms
{
    internal const int First = (5 << 3) + 1;

    private static long s_word; // only passed as an argument: the explorer has the values

    /// <summary>Ends the first lease twice, the second time too late.</summary>
    internal static void End(HolderExecution run)
    {
        if (CellWord<ExploredHolderAtomics>.TryTake(ref s_word, First))
        {
            run.CountEnd();
            TakeBack(run, First);
        }

        Unless(!CellWord<ExploredHolderAtomics>.TryTake(ref s_word, First));
    }

    /// <summary>Ends the first lease, whose item is refused and replaced in the pool.</summary>
    internal static void Refuse(HolderExecution run)
    {
        if (!CellWord<ExploredHolderAtomics>.TryTake(ref s_word, First))
            return;

        run.CountEnd();
        run.Use();
        CellWord<ExploredHolderAtomics>.Refuse(ref s_word, First);
        run.Push();
    }

    /// <summary>Leases the cell on the thread that it belongs to, when it is free.</summary>
    internal static void Lease(HolderExecution run)
    {
        if (!CellWord<ExploredHolderAtomics>.TryLease(ref s_word, out long version))
            return;

        run.Use();
        Unless(CellWord<ExploredHolderAtomics>.TryTake(ref s_word, version));
        TakeBack(run, version);
    }

    internal static void Close(HolderExecution run)
    {
        CellWord<ExploredHolderAtomics>.Close(ref run.Slot);
    }

    /// <summary>Removes the thread from the pool, or adopts the cell of a dead thread.</summary>
    internal static void Detach(HolderExecution run)
    {
        if (!CellWord<ExploredHolderAtomics>.TryDetach(ref s_word, ref run.Slot))
            return;

        run.Use();
        run.Push();
    }

    /// <summary>Rents the item that is added to the pool on another thread, and leaves it there.</summary>
    internal static void Rent(HolderExecution run)
    {
        if (!run.TryPop())
            return;

        long version = default(ExploredHolderAtomics).Read(ref s_word);
        run.Use();
        if ((version & LeaseCell.StateMask) == LeaseCell.Refused)
        {
            run.Push(); // the replacement
            return;
        }

        Unless(CellWord<ExploredHolderAtomics>.TryTake(ref s_word, version));
        TakeBack(run, version);
    }

    /// <summary>Rents on another thread until the versions of one round are used up, and returns the item.</summary>
    internal static void RentRound(HolderExecution run)
    {
        for (int i = 0; i < 4; i++)
            Rent(run);
    }

    /// <summary>Makes the item in the pool the home cell of another thread, leases it twice, and leaves.</summary>
    internal static void Settle(HolderExecution run)
    {
        if (!run.TryPop())
            return;

        if ((default(ExploredHolderAtomics).Read(ref s_word) & LeaseCell.StateMask) == LeaseCell.Refused)
        {
            run.Push();
            return;
        }

        CellWord<ExploredHolderAtomics>.ComeHome(ref s_word, ref run.Slot);
        long version = default(ExploredHolderAtomics).Read(ref s_word);
        run.Use();
        Unless(CellWord<ExploredHolderAtomics>.TryTake(ref s_word, version));
        TakeBack(run, version);
        Lease(run);
        Detach(run);
    }

    /// <summary>Ends after all others, when no thread has the cell as its home.</summary>
    internal static void Leave(HolderExecution run) => _ = run;

    /// <summary>Ends after all others. A thread that still has the cell as its home leaves.</summary>
    internal static void Finish(HolderExecution run)
    {
        if (run.TryPop())
            run.Push();
        else
            Detach(run);
    }

    private static void TakeBack(HolderExecution run, long version)
    {
        run.Use(); // the reset
        if (CellWord<ExploredHolderAtomics>.TryGoHome(ref s_word, ref run.Slot, version))
            return;

        CellWord<ExploredHolderAtomics>.EnterMagazine(ref s_word);
        run.Push();
    }

    private static void Unless(bool isRight)
    {
        if (!isRight)
            throw new ViolationException("A lease ended twice, or one that is live was refused.");
    }
}
