using Pooling.Encodeables;

namespace Pooling.SoakTests.Exploration;

/// <summary>Tests all schedules of two threads that try to end the rental of a holder, in all pairs, and of a third thread that rents the
/// returned object, with reads that may see older values. The same is done with injected faults, which must be found.</summary>
internal sealed class HolderSchedules : ISoak
{
    private static readonly int[] s_renters =
        [EncodeableWord.Unheld, EncodeableWord.Token, EncodeableWord.Part, EncodeableWord.Kept, EncodeableWord.Bare];

    public string Name => "holder-schedules";

    public string Run(int factor)
    {
        _ = factor; // complete in any case
        return ProgramSchedules.Explore<HolderFault>(All);
    }

    private static IEnumerable<ProgramExploration> All(HolderFault fault) =>
        from holder in Enum.GetValues<Holder>()
        from pair in HolderRound.Pairs()
        where pair.First is not (Ender.StaleScope or Ender.DetachElsewhere)
            && pair.Second is not (Ender.StaleScope or Ender.DetachElsewhere) // they find nothing
        from renter in s_renters
        where renter != EncodeableWord.Bare // a bare object may be taken by any operation that still refers to it
            || (IsOfTokens(pair.First) && IsOfTokens(pair.Second))
        select Explore(fault, holder, pair.First, pair.Second, renter);

    private static bool IsOfTokens(Ender ender) => ender is Ender.Token or Ender.StaleToken or Ender.Scope or Ender.Detach;

    private static ProgramExploration Explore(HolderFault fault, Holder holder, Ender first, Ender second, int renter)
    {
        var execution = new HolderExecution(
            fault,
            [
                run => HolderPrograms.End(run, holder, first),
                run => HolderPrograms.End(run, holder, second),
                run => HolderPrograms.Rent(run, renter),
            ],
            run => HolderPrograms.Finish(run, holder));
        bool isInPool = holder == Holder.Pool;
        return new ProgramExploration(
            $"{first} and {second} of what the {holder} holds, rented again as {renter}",
            execution,
            execution.CreateState(HolderPrograms.WordOf(holder), HolderPrograms.Mark, isInPool),
            expectedEnds: isInPool ? 0 : 1);
    }
}
