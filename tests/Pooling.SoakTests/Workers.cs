using System.Runtime.ExceptionServices;

namespace Pooling.SoakTests;

/// <summary>Runs threads that start together. The first exception of any of them is thrown to the caller, and ends the others at their next
/// barrier.</summary>
internal static class Workers
{
    internal static void Run(int threads, Action<int> work)
    {
        ExceptionDispatchInfo? fault = null;
        using var start = new Barrier(threads);
        Thread[] running = [.. Enumerable.Range(0, threads).Select(index => new Thread(() =>
        {
            try
            {
                start.SignalAndWait();
                work(index);
            }
            catch (Exception exception)
            {
                Interlocked.CompareExchange(ref fault, ExceptionDispatchInfo.Capture(exception), null);
            }
        }))];
        foreach (Thread thread in running)
        {
            thread.IsBackground = true;
            thread.Start();
        }

        foreach (Thread thread in running)
        {
            while (!thread.Join(100))
                fault?.Throw();
        }

        fault?.Throw();
    }
}
