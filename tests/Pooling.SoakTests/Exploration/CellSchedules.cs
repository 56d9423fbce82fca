namespace Pooling.SoakTests.Exploration;

/// <summary>Every schedule of a thread that ends a lease, of the one that has the cell at home, and of a third one that rents what comes
/// into the pool; with reads that may see older values. The same with faults on purpose, which must be found.</summary>
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
        _ = factor; // all there are
        int found = 0;
        foreach (CellFault fault in Enum.GetValues<CellFault>().Where(static fault => fault != CellFault.None))
        {
            SoakException.ThrowUnless(IsFound(fault), $"{fault} was not found: the explorer is blind.");
            found++;
        }

        double schedules = 0;
        long states = 0;
        int programs = 0;
        foreach (Exploration run in All(CellFault.None))
        {
            schedules += run.Explore();
            states += run.States;
            programs++;
        }

        return $"{found} seeded faults found; {schedules:N0} schedules of {programs} programs ({states:N0} states)";
    }

    private static IEnumerable<Exploration> All(CellFault fault) =>
        from ender in s_enders
        from owner in s_owners
        from renter in s_renters
        where !renter.Steps.Contains(CellPrograms.Settle) || !owner.Steps.Contains(CellPrograms.Close) // nobody settles in a disposed pool
        select new Exploration(fault, $"One {ender.Name}, one {owner.Name}, one {renter.Name}", ender.Steps, owner.Steps, renter.Steps);

    private static bool IsFound(CellFault fault)
    {
        foreach (Exploration run in All(fault))
        {
            try
            {
                run.Explore();
            }
            catch (SoakException)
            {
                return true;
            }
        }

        return false;
    }

    private sealed class Exploration(CellFault fault, string name, params Action<HolderExecution>[][] threads)
    {
        private readonly HolderExecution _execution = new(
            fault == CellFault.TornCompareExchange ? HolderFault.TornCompareExchange : HolderFault.None,
            [.. threads.Select(static steps => (Action<HolderExecution>)(run => Array.ForEach(steps, step => step(run))))],
            threads[1].Contains(CellPrograms.Detach) ? CellPrograms.Leave : CellPrograms.Finish);

        private readonly Dictionary<UInt128, double> _schedules = [];
        private readonly List<int> _path = [];

        internal int States => _schedules.Count;

        internal double Explore()
        {
            ExploredCellAtomics.Fault = fault;
            try
            {
                return Explore(_execution.CreateState(CellPrograms.First, slot: 0, isInPool: false));
            }
            catch (ViolationException violation)
            {
                throw new SoakException($"{name}: {violation.Message} Schedule: {string.Join(' ', _path)}");
            }
            finally
            {
                ExploredCellAtomics.Fault = CellFault.None;
            }
        }

        private double Explore(HolderState state)
        {
            UInt128 fingerprint = state.Fingerprint();
            if (_schedules.TryGetValue(fingerprint, out double known))
                return known;

            double schedules = 0;
            for (int thread = 0; thread < state.Threads.Length; thread++)
            {
                for (int choice = _execution.ChoicesOf(state, thread) - 1; choice >= 0; choice--)
                {
                    HolderState next = state.Copy();
                    _path.Add((thread * 16) + choice);
                    _execution.Step(next, thread, choice);
                    schedules += Explore(next);
                    _path.RemoveAt(_path.Count - 1);
                }
            }

            if (schedules == 0)
            {
                _execution.Finish(state.Copy(), expectedEnds: 1);
                schedules = 1;
            }

            _schedules.Add(fingerprint, schedules);
            return schedules;
        }
    }
}
