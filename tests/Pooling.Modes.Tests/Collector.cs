using System.Runtime.CompilerServices;

namespace Pooling.Modes;

/// <summary>Loses what a method rents, so that the garbage collector finds it.</summary>
internal static class Collector
{
    /// <summary>Runs an action whose locals are unreachable afterwards, and collects.</summary>
    internal static void Lose(Action rent)
    {
        Thread thread = new(() => Run(rent)); // nothing of it stays on a stack
        thread.Start();
        thread.Join();
        Collect();
    }

    internal static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Run(Action rent) => rent();
}
