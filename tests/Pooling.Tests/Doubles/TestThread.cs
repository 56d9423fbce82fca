using System.Runtime.ExceptionServices;

namespace Pooling.Doubles;

/// <summary>Runs threads of tests. Every exception reaches the test, and no test hangs forever.</summary>
internal static class TestThread
{
    private static volatile bool s_waitedInVain;

    /// <summary>Gets how long a test waits at most. It is reached only if something is wrong: the next tests soon give
    /// up, too.</summary>
    private static TimeSpan Patience => s_waitedInVain ? TimeSpan.FromSeconds(10) : TimeSpan.FromMinutes(5);

    /// <summary>Runs an action on a separate thread that has ended afterwards.</summary>
    internal static void Run(Action action) => RunAll(1, _ => action());

    /// <summary>Runs an action on several threads that start together.</summary>
    internal static void RunAll(int threads, Action<int> action)
    {
        using var start = new Barrier(threads);
        Exception? fault = null;
        var running = new Thread[threads];
        for (int i = 0; i < threads; i++)
        {
            int index = i;
            running[i] = new Thread(() =>
            {
                try
                {
                    start.SignalAndWait();
                    action(index);
                }
                catch (Exception exception)
                {
                    Interlocked.CompareExchange(ref fault, exception, null);
                }
            });
            running[i].IsBackground = true;
            running[i].Start();
        }

        foreach (Thread thread in running)
            Assert.True(thread.Join(Patience) || InVain(), "A thread did not end.");

        if (fault is not null)
            ExceptionDispatchInfo.Capture(fault).Throw();
    }

    /// <summary>Waits for an effect of another thread.</summary>
    internal static void WaitFor(Func<bool> condition, string what)
    {
        var waited = System.Diagnostics.Stopwatch.StartNew();
        while (!condition())
        {
            Assert.True(waited.Elapsed < Patience || InVain(), $"Waited in vain for: {what}");
            Thread.Sleep(1);
        }
    }

    private static bool InVain()
    {
        s_waitedInVain = true;
        return false;
    }
}
