namespace Pooling.Internal;

/// <summary>The background thread of the library: it does what finalizers ask for, and other work when memory is
/// short.</summary>
/// <remarks>The thread pool cannot do this. It needs memory before it works: its threads begin with allocations, and
/// end the process if one fails. A program at the limit of its memory may catch the exception and go on, but not if a
/// finalizer has just asked the thread pool for something. This thread exists beforehand, and waking it does not
/// allocate.</remarks>
internal static class LibraryThread
{
    private const int Patience = 10_000; // milliseconds
    private const int Pause = 20; // milliseconds until memory is looked at again

    private static volatile bool s_exists;
    private static volatile AutoResetEvent? s_wake; // none until the thread has begun

    /// <summary>Whether there is such a thread: not in a browser, nor in a collectible load context, which it would
    /// keep alive.</summary>
    internal static bool Exists => s_exists;

    /// <summary>Starts the thread.</summary>
    /// <param name="prelude">The action that it runs first.</param>
    /// <param name="delay">The time until then, in milliseconds.</param>
    /// <exception cref="PlatformNotSupportedException">There are no threads.</exception>
    internal static void Start(Action prelude, int delay)
    {
        s_exists = true;
        try
        {
            DetachedThread.Start(() => Run(prelude, delay), "Pooling");
        }
        catch
        {
            s_exists = false;
            throw;
        }
    }

    /// <summary>Makes the thread do what <see cref="WorkQueue"/> keeps.</summary>
    // after the work was kept; pairs with the exchange in RunKept, after this is written
    internal static void Wake() => s_wake?.Set();

    private static void Run(Action prelude, int delay)
    {
        try
        {
            var wake = new AutoResetEvent(initialState: false);
            s_wake = wake;
            RunKept(wake);
            long begun = MonotonicClock.Milliseconds;

            // Types whose first use runs out of memory are lost to the process: a program that fills its memory goes
            // first.
            while (MonotonicClock.Milliseconds < begun + delay
                || (MemoryLoad.IsHalfFull && MonotonicClock.Milliseconds < begun + Patience))
            {
                if (wake.WaitOne(delay))
                    RunKept(wake);
            }

            prelude();
            while (true)
            {
                wake.WaitOne();
                RunKept(wake);
            }
        }
#pragma warning disable CA1031 // out of memory before it could wait, or interrupted: the thread pool does the work then
        catch
#pragma warning restore CA1031
        {
            s_exists = false;
        }
    }

    // Not at the limit of memory: a thread for which the runtime cannot make the exception ends the process.
    private static void RunKept(AutoResetEvent wake)
    {
        while (MemoryLoad.IsFull)
            wake.WaitOne(Pause);

        WorkQueue.RunKept();
    }
}
