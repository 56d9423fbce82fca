using System.Runtime.ExceptionServices;

namespace Pooling.Doubles;

/// <summary>Runs threads of tests. Every exception reaches the test, and no test hangs forever.</summary>
internal static class TestThread
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5); // reached only if something is wrong

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
            Assert.True(thread.Join(Patience), "A thread did not end.");

        if (fault is not null)
            ExceptionDispatchInfo.Capture(fault).Throw();
    }

    /// <summary>Waits for an effect of another thread.</summary>
    internal static void WaitFor(Func<bool> condition, string what)
    {
        var waited = System.Diagnostics.Stopwatch.StartNew();
        while (!condition())
        {
            Assert.True(waited.Elapsed < Patience, $"Waited in vain for: {what}");
            Thread.Sleep(1);
        }
    }
}
