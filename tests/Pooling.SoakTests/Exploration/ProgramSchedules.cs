namespace Pooling.SoakTests.Exploration;

/// <summary>Explores programs with each injected fault, which must be found, and without a fault.</summary>
internal static class ProgramSchedules
{
    /// <param name="programs">Creates the programs with a fault. They are explored while they are enumerated.</param>
    internal static string Explore<TFault>(Func<TFault, IEnumerable<ProgramExploration>> programs) where TFault : struct, Enum
    {
        int found = 0;
        foreach (TFault fault in Enum.GetValues<TFault>().Where(static fault => !EqualityComparer<TFault>.Default.Equals(fault, default)))
        {
            SoakException.ThrowUnless(IsFoundIn(programs(fault)), $"{fault} was not found: the explorer is blind.");
            found++;
        }

        double schedules = 0;
        long states = 0;
        int count = 0;
        foreach (ProgramExploration program in programs(default))
        {
            schedules += program.Explore();
            states += program.States;
            count++;
        }

        return $"{found} seeded faults found; {schedules:N0} schedules of {count} programs ({states:N0} states)";
    }

    private static bool IsFoundIn(IEnumerable<ProgramExploration> programs)
    {
        foreach (ProgramExploration program in programs)
        {
            try
            {
                program.Explore();
            }
            catch (SoakException)
            {
                return true;
            }
        }

        return false;
    }
}
