namespace Pooling.SoakTests.Exploration;

/// <summary>Tests all schedules of a thread that ends a lease, of the thread that has the cell as its home, and of a third thread that
/// rents the item from the pool, with reads that may see older values. The same is done with injected faults, which must be
/// found.</summary>
internal sealed class CellSchedules : ISoak
{
    private static readonly (string Name, Action<HolderExecution>[] Steps)[] s_enders =
    [
        ("ends", [CellPrograms.End]),
        ("refuses", [CellPrograms.Refuse]),
    ];

    private static readonly (string Name, Action<HolderExecution>[] Steps)[] s_owners =
    [
        ("detaches", [CellPrograms.Detach]),
        ("leases and detaches", [CellPrograms.Lease, CellPrograms.Detach]),
        ("leases twice", [CellPrograms.Lease, CellPrograms.Lease]),
        ("ends and detaches", [CellPrograms.End, CellPrograms.Detach]),
        ("closes and detaches", [CellPrograms.Close, CellPrograms.Detach]),
        ("closes", [CellPrograms.Close]),
    ];

    private static readonly (string Name, Action<HolderExecution>[] Steps)[] s_renters =
    [
        ("rents", [CellPrograms.Rent]),
        ("rents often", [CellPrograms.RentRound]),
        ("settles", [CellPrograms.Settle]),
        ("rents often and settles", [CellPrograms.RentRound, CellPrograms.Settle]),
    ];

    public string Name => "cell-schedules";

    public string Run(int factor)
    {
        _ = factor; // complete in any case
        return ProgramSchedules.Explore<CellFault>(All);
    }

    private static IEnumerable<ProgramExploration> All(CellFault fault)
    {
        ExploredHolderAtomics.Fault = fault;
        try
        {
            foreach (var (ender, owner, renter) in
                from ender in s_enders
                from owner in s_owners
                from renter in s_renters
                where !renter.Steps.Contains(CellPrograms.Settle)
                    || !owner.Steps.Contains(CellPrograms.Close) // no thread gets a home in a disposed pool
                select (ender, owner, renter))
            {
                yield return Explore(
                    fault, $"One {ender.Name}, one {owner.Name}, one {renter.Name}", ender.Steps, owner.Steps, renter.Steps);
            }
        }
        finally
        {
            ExploredHolderAtomics.Fault = CellFault.None;
        }
    }

    private static ProgramExploration Explore(CellFault fault, string name, params Action<HolderExecution>[][] threads)
    {
        var execution = new HolderExecution(
            fault == CellFault.TornCompareExchange ? HolderFault.TornCompareExchange : HolderFault.None,
            [.. threads.Select(static steps => (Action<HolderExecution>)(run => Array.ForEach(steps, step => step(run))))],
            threads[1].Contains(CellPrograms.Detach) ? CellPrograms.Leave : CellPrograms.Finish);
        HolderState start = execution.CreateState(CellPrograms.First, slot: 0, isInPool: false);
        return new ProgramExploration(name, execution, start, expectedEnds: 1);
    }
}
