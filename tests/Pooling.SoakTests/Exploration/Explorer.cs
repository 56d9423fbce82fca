using System.Diagnostics;

namespace Pooling.SoakTests.Exploration;

/// <summary>Runs a scenario under all schedules, under those with few preemptions, or under random ones.</summary>
/// <remarks>A known state is not explored again, because the further steps depend on the state alone. See P. Godefroid, "Model Checking for
/// Programming Languages using VeriSoft" (POPL 1997), for running the code itself; M. Musuvathi and S. Qadeer, "Iterative Context Bounding
/// for Systematic Testing of Multithreaded Programs" (PLDI 2007), for the bound on preemptions.</remarks>
internal sealed class Explorer
{
    private const int MaxPathLength = 2_000; // a program of 20 operations takes less than 400

    private readonly Scenario _scenario;
    private readonly Execution _execution;
    private readonly Dictionary<UInt128, double> _schedules = [];
    private readonly List<int> _path = [];
    private readonly bool _delays;
    private readonly int _preemptions;
    private readonly TimeSpan _limit;
    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private long _steps;
    private bool _isCutOff;

    private Explorer(Scenario scenario, SeededFault fault, bool delays, int preemptions, TimeSpan limit)
    {
        _scenario = scenario;
        _delays = delays;
        _preemptions = preemptions;
        _limit = limit;
        _execution = new Execution(scenario, scenario.Create(fault), fault, delays);
    }

    /// <summary>Runs every schedule.</summary>
    /// <param name="scenario">The programs of the threads.</param>
    /// <param name="fault">The injected fault.</param>
    /// <param name="delays">Whether writes reach other threads late, and reads may see older values.</param>
    /// <exception cref="SoakException">A schedule violates a rule.</exception>
    internal static ExplorationReport All(Scenario scenario, SeededFault fault, bool delays) =>
        WithPreemptions(scenario, fault, delays, int.MaxValue, Timeout.InfiniteTimeSpan);

    /// <summary>Runs all schedules in which threads that could continue are interrupted at most a number of times, as far as the time
    /// allows.</summary>
    internal static ExplorationReport WithPreemptions(Scenario scenario, SeededFault fault, bool delays, int preemptions, TimeSpan limit) =>
        new Explorer(scenario, fault, delays, preemptions, limit).Run();

    /// <summary>Runs random schedules for some time. The same seed selects the same ones.</summary>
    internal static ExplorationReport Random(Scenario scenario, SeededFault fault, bool delays, int seed, TimeSpan limit) =>
        new Explorer(scenario, fault, delays, int.MaxValue, limit).Walk(new Random(seed));

    private ExplorationReport Run()
    {
        try
        {
            double schedules = Explore(_execution.CreateState(), last: -1, _preemptions);
            return new ExplorationReport(schedules, _schedules.Count, _steps, _isCutOff);
        }
        catch (ViolationException violation)
        {
            throw Describe(violation);
        }
    }

    private ExplorationReport Walk(Random random)
    {
        long walks = 0;
        try
        {
            for (; walks == 0 || _clock.Elapsed < _limit; walks++)
                WalkOnce(random);
        }
        catch (ViolationException violation)
        {
            throw Describe(violation);
        }

        return new ExplorationReport(walks, 0, _steps, IsCutOff: true);
    }

    private double Explore(MemoryState state, int last, int preemptions)
    {
        bool isBounded = _preemptions != int.MaxValue;
        UInt128 fingerprint = state.Fingerprint(isBounded ? (last + 1) + (8 * preemptions) : 0);
        if (_schedules.TryGetValue(fingerprint, out double known))
            return known;

        double schedules = 0;
        if (state.IsFinished(_scenario.Programs))
        {
            _execution.Finish(state.Copy());
            schedules = 1;
        }
        else
        {
            bool canContinue = last >= 0 && _execution.ChoicesOf(state, last) > 0;
            bool someoneCan = false;
            for (int thread = 0; thread < state.Threads.Length; thread++)
            {
                int choices = _execution.ChoicesOf(state, thread);
                someoneCan |= choices > 0;
                int cost = isBounded && canContinue && thread != last ? 1 : 0;
                if (cost > preemptions)
                    continue;

                if (_limit != Timeout.InfiniteTimeSpan && _clock.Elapsed > _limit)
                {
                    _isCutOff = true;
                    continue;
                }

                for (int choice = 0; choice < choices; choice++)
                {
                    MemoryState next = state.Copy();
                    Step(next, thread, choice);
                    schedules += Explore(next, thread, preemptions - cost);
                    _path.RemoveAt(_path.Count - 1);
                }
            }

            Unless(someoneCan);
        }

        _schedules.Add(fingerprint, schedules);
        return schedules;
    }

    private void WalkOnce(Random random)
    {
        MemoryState state = _execution.CreateState();
        _path.Clear();
        Span<int> able = stackalloc int[state.Threads.Length];
        int last = 0;
        while (!state.IsFinished(_scenario.Programs))
        {
            int count = 0;
            for (int i = 0; i < state.Threads.Length; i++)
            {
                if (_execution.ChoicesOf(state, i) > 0)
                    able[count++] = i;
            }

            Unless(count > 0);
            last = able[..count].Contains(last) && random.Next(3) > 0 ? last : able[random.Next(count)];
            Step(state, last, random.Next(_execution.ChoicesOf(state, last)));
        }

        _execution.Finish(state);
    }

    private void Step(MemoryState state, int thread, int choice)
    {
        if (_path.Count == MaxPathLength)
            throw new ViolationException($"{MaxPathLength:N0} steps do not end: threads go round without waiting.");

        _path.Add((thread * 16) + choice);
        _steps++;
        _execution.Step(state, thread, choice);
    }

    private SoakException Describe(ViolationException violation)
    {
        IEnumerable<string> steps = _path.Select(static step => step % 16 == 0 ? $"{step / 16}" : $"{step / 16}:{step % 16}");
        return new SoakException($"{_scenario.Name}, {(_delays ? "with" : "without")} delays: {violation.Message} Schedule: "
            + $"{string.Join(' ', steps)}");
    }

    private static void Unless(bool someoneCanContinue)
    {
        if (!someoneCanContinue)
            throw new ViolationException("All threads wait for each other.");
    }
}
