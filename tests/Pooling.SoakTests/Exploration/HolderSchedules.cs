using Pooling.Encodeables;

namespace Pooling.SoakTests.Exploration;

/// <summary>Every schedule of two threads that try to end what a holder holds, in every pair, and of a third one that rents what comes
/// back; with reads that may see older values. The same with faults on purpose, which must be found.</summary>
internal sealed class HolderSchedules : ISoak
{
    private static readonly int[] s_renters =
        [EncodeableWord.Unheld, EncodeableWord.Token, EncodeableWord.Part, EncodeableWord.Kept, EncodeableWord.Bare];

    public string Name => "holder-schedules";

    public string Run(int factor)
    {
        _ = factor; // all there are
        int found = 0;
        foreach (HolderFault fault in Enum.GetValues<HolderFault>().Where(static fault => fault != HolderFault.None))
        {
            SoakException.ThrowUnless(IsFound(fault), $"{fault} was not found: the explorer is blind.");
            found++;
        }

        long states = 0;
        double schedules = 0;
        int programs = 0;
        foreach ((Holder holder, Ender first, Ender second, int renter) in All())
        {
            var run = new Exploration(HolderFault.None, holder, first, second, renter);
            schedules += run.Explore();
            states += run.States;
            programs++;
        }

        return $"{found} seeded faults found; {schedules:N0} schedules of {programs} programs ({states:N0} states)";
    }

    private static IEnumerable<(Holder Holder, Ender First, Ender Second, int Renter)> All() =>
        from holder in Enum.GetValues<Holder>()
        from pair in HolderRound.Pairs(ReturnCheck.Atomic)
        where pair.First is not (Ender.StaleScope or Ender.DetachElsewhere)
            && pair.Second is not (Ender.StaleScope or Ender.DetachElsewhere) // they find nothing
        from renter in s_renters
        where renter != EncodeableWord.Bare // a bare one may be taken by whoever still refers to it
            || (IsOfTokens(pair.First) && IsOfTokens(pair.Second))
        select (holder, pair.First, pair.Second, renter);

    private static bool IsOfTokens(Ender ender) => ender is Ender.Token or Ender.StaleToken or Ender.Scope or Ender.Detach;

    private static bool IsFound(HolderFault fault)
    {
        foreach ((Holder holder, Ender first, Ender second, int renter) in All())
        {
            try
            {
                new Exploration(fault, holder, first, second, renter).Explore();
            }
            catch (SoakException)
            {
                return true;
            }
        }

        return false;
    }

    private sealed class Exploration(HolderFault fault, Holder holder, Ender first, Ender second, int renter)
    {
        private readonly HolderExecution _execution = new(
            fault,
            [
                run => HolderPrograms.End(run, holder, first),
                run => HolderPrograms.End(run, holder, second),
                run => HolderPrograms.Rent(run, renter),
            ],
            run => HolderPrograms.Finish(run, holder));

        private readonly Dictionary<UInt128, double> _schedules = [];
        private readonly List<int> _path = [];

        internal int States => _schedules.Count;

        internal double Explore()
        {
            try
            {
                return Explore(_execution.CreateState(HolderPrograms.WordOf(holder), HolderPrograms.Mark, isInPool: holder == Holder.Pool));
            }
            catch (ViolationException violation)
            {
                throw new SoakException($"{first} and {second} of what the {holder} holds, rented again as {renter}: "
                    + $"{violation.Message} Schedule: {string.Join(' ', _path)}");
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
                _execution.Finish(state.Copy(), holder == Holder.Pool ? 0 : 1);
                schedules = 1;
            }

            _schedules.Add(fingerprint, schedules);
            return schedules;
        }
    }
}
