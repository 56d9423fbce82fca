namespace Pooling.SoakTests.Exploration;

/// <summary>Explores all schedules of one program, with each state once.</summary>
/// <param name="name">The description of the program, for the message of a violation.</param>
/// <param name="execution">The program.</param>
/// <param name="first">The initial state.</param>
/// <param name="expectedEnds">The number of threads that end a rental.</param>
internal sealed class ProgramExploration(string name, HolderExecution execution, HolderState first, int expectedEnds)
{
    private readonly Dictionary<UInt128, double> _schedules = [];
    private readonly List<int> _path = [];

    internal int States => _schedules.Count;

    /// <returns>The number of schedules.</returns>
    /// <exception cref="SoakException">A schedule violates a rule.</exception>
    internal double Explore()
    {
        try
        {
            return Explore(first);
        }
        catch (ViolationException violation)
        {
            throw new SoakException($"{name}: {violation.Message} Schedule: {string.Join(' ', _path)}");
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
            for (int choice = execution.ChoicesOf(state, thread) - 1; choice >= 0; choice--)
            {
                HolderState next = state.Copy();
                _path.Add((thread * 16) + choice);
                execution.Step(next, thread, choice);
                schedules += Explore(next);
                _path.RemoveAt(_path.Count - 1);
            }
        }

        if (schedules == 0)
        {
            execution.Finish(state.Copy(), expectedEnds);
            schedules = 1;
        }

        _schedules.Add(fingerprint, schedules);
        return schedules;
    }
}
