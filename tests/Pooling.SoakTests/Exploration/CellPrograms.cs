using Pooling.Objects;

namespace Pooling.SoakTests.Exploration;

/// <summary>What threads do with one cell, by the library's own steps from state to state. At first it is leased, at home with the second
/// thread.</summary>
internal static class CellPrograms
{
    internal const int First = (5 << 3) + 1;

    private static long s_word; // only passed on: the explorer has the values

    /// <summary>Ends the first lease, twice: the second time late.</summary>
    internal static void End(HolderExecution run)
    {
        if (CellWord<ExploredHolderAtomics>.TryTake(ref s_word, First))
        {
            run.CountEnd();
            TakeBack(run, First);
        }

        Unless(!CellWord<ExploredHolderAtomics>.TryTake(ref s_word, First));
    }

    /// <summary>Ends the first lease, whose item is refused: another one comes into the pool for it.</summary>
    internal static void Refuse(HolderExecution run)
    {
        if (!CellWord<ExploredHolderAtomics>.TryTake(ref s_word, First))
            return;

        run.CountEnd();
        run.Use();
        CellWord<ExploredHolderAtomics>.Refuse(ref s_word, First);
        run.Push();
    }

    /// <summary>The thread that the cell belongs to leases it when it is free.</summary>
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

    /// <summary>The thread leaves the pool, or is dead and its cell is adopted.</summary>
    internal static void Detach(HolderExecution run)
    {
        if (!CellWord<ExploredHolderAtomics>.TryDetach(ref s_word, ref run.Slot))
            return;

        run.Use();
        run.Push();
    }

    /// <summary>Another thread rents what comes into the pool, and leaves it there.</summary>
    internal static void Rent(HolderExecution run)
    {
        if (!run.TryPop())
            return;

        long version = default(ExploredHolderAtomics).Read(ref s_word);
        run.Use();
        if ((version & LeaseCell.StateMask) == LeaseCell.Refused)
        {
            run.Push(); // the one that was made in its place
            return;
        }

        Unless(CellWord<ExploredHolderAtomics>.TryTake(ref s_word, version));
        TakeBack(run, version);
    }

    /// <summary>Another thread rents until the versions of one round are used up, and leaves what it rented.</summary>
    internal static void RentRound(HolderExecution run)
    {
        for (int i = 0; i < 4; i++)
            Rent(run);
    }

    /// <summary>Another thread makes what comes into the pool its own home cell, leases it twice, and leaves.</summary>
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

    /// <summary>After all others: nobody has the cell at home.</summary>
    internal static void Leave(HolderExecution run) => _ = run;

    /// <summary>After all others: who still has the cell at home leaves.</summary>
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
