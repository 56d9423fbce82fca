using System.Diagnostics;

namespace Pooling.Doubles;

/// <summary>Runs an action on two threads at the same moment, round after round, with a precision that reaches windows of a few
/// nanoseconds.</summary>
internal sealed class LockStep
{
    private readonly int _rounds;
    private readonly TimeSpan _limit;
    private readonly Action<int> _action;
    private int _firstArrived;
    private int _secondArrived;
    private int _stoppedIn; // the round that is not run

    private LockStep(int rounds, TimeSpan limit, Action<int> action)
    {
        _rounds = rounds;
        _limit = limit;
        _action = action;
    }

    /// <summary>Runs the rounds, or as many as two busy processors achieve in a second.</summary>
    /// <returns>The number of rounds that both threads ran.</returns>
    internal static int Run(int rounds, Action<int> action)
    {
        var steps = new LockStep(rounds, TimeSpan.FromSeconds(1), action);
        var other = new Thread(steps.RunSecond);
        other.Start();
        int done = steps.RunFirst();
        other.Join();
        return done;
    }

    private int RunFirst()
    {
        var clock = Stopwatch.StartNew();
        for (int round = 1; round <= _rounds; round++)
        {
            bool stops = clock.Elapsed > _limit && round > 1;
            if (stops)
                Volatile.Write(ref _stoppedIn, round); // seen by the other thread with the arrival; it may still be in the previous round

            Volatile.Write(ref _firstArrived, round);
            if (stops)
                return round - 1;

            WaitFor(ref _secondArrived, round);
            Delay((round >> 6) & 63);
            _action(round - 1);
        }

        return _rounds;
    }

    private void RunSecond()
    {
        for (int round = 1; round <= _rounds; round++)
        {
            Volatile.Write(ref _secondArrived, round);
            WaitFor(ref _firstArrived, round);
            if (Volatile.Read(ref _stoppedIn) == round)
                return;

            Delay(round & 63);
            _action(round - 1);
        }
    }

    /// <summary>Waits for about a nanosecond per step. The two threads are not equally late, so each round tries another delay.</summary>
    private void Delay(int steps)
    {
        for (int i = 0; i < steps; i++)
            _ = Volatile.Read(ref _firstArrived);
    }

    private static void WaitFor(ref int arrived, int round)
    {
        for (int spins = 1; Volatile.Read(ref arrived) < round; spins++)
        {
            if (spins % 1024 == 0)
                Thread.Yield();
        }
    }
}
