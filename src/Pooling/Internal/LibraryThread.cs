namespace Pooling.Internal;

/// <summary>The background thread of the library: it does what finalizers ask for, and other work when memory is
/// short.</summary>
/// <remarks>The thread pool cannot do this. It needs memory before it works: its threads begin with allocations, and
/// end the process if one fails. A program at the limit of its memory may catch the exception and go on, but not if a
/// finalizer has just asked the thread pool for something. This thread exists beforehand, and waking it does not
/// allocate.</remarks>
internal static class LibraryThread
{
    // All in milliseconds. The thread would compete with the first rentals of the process for a processor.
    private const int Pause = 20; // until it begins, and until memory is looked at again
    private const int Delay = 100; // until the later action
    private const int Patience = 10_000; // while memory is short

    private static volatile bool s_exists;
    private static Action? s_begin;
    private static Action? s_later;
    private static ITimer? s_timer; // where there are no threads, until the later action has run
    private static volatile AutoResetEvent? s_wake; // none until the thread has begun

    /// <summary>Whether there is such a thread: not in a browser, nor for long in a collectible load context, which it
    /// would keep alive.</summary>
    internal static bool Exists => s_exists;

    /// <summary>Whether the thread has begun to work. For tests.</summary>
    internal static bool HasBegun => s_wake is not null;

    /// <summary>Starts the thread, or does without it where there are none. Called once.</summary>
    /// <param name="begin">The action that it runs first.</param>
    /// <param name="later">The action that it runs a moment later.</param>
    /// <remarks>A thread, not a timer: in a process that has none yet, the first timer takes the caller 4 ms, which is
    /// more than its first rental.</remarks>
    internal static void Start(Action begin, Action later)
    {
        s_begin = begin;
        s_later = later;
        s_exists = true;
        try
        {
            DetachedThread.Start(Run, "Pooling");
        }
#pragma warning disable CA1031 // a browser has no threads, and a system that has no more throws others
        catch
#pragma warning restore CA1031
        {
            s_exists = false;
            WorkQueue.PostKept(); // before finalizers need it: its first use allocates
            begin();
            if (!LoadContext.IsCollectible) // a meter would keep it alive
                StartTimer();
        }
    }

    /// <summary>Makes the thread do what <see cref="WorkQueue"/> keeps.</summary>
    // after the work was kept; pairs with the exchange in RunKept, after this is written
    internal static void Wake() => s_wake?.Set();

    private static void StartTimer()
    {
        try
        {
            s_timer = DetachedTimer.Create(TimeProvider.System, static _ => RunLater(), null);
            s_timer.Change(TimeSpan.FromMilliseconds(Delay), Timeout.InfiniteTimeSpan);
        }
#pragma warning disable CA1031 // without memory for a timer, pools do without a meter
        catch
#pragma warning restore CA1031
        {
        }
    }

    private static void RunLater()
    {
        Interlocked.Exchange(ref s_timer, null)?.Dispose(); // pairs with itself: one call disposes the timer
        s_later!();
    }

    private static void Run()
    {
        try
        {
            // Before the pause, since a program may fill its memory in the meantime: then it is too late for these.
            s_begin!();
            var wake = new AutoResetEvent(initialState: false);
            _ = MemoryLoad.IsFull;
            do
            {
                Thread.Sleep(Pause);
            }
            while (MemoryLoad.IsFull || !TryWork(wake)); // as in RunKept
        }
#pragma warning disable CA1031 // out of memory before it could wait, or interrupted: the thread pool does the work then
        catch
#pragma warning restore CA1031
        {
            s_exists = false;
        }
    }

    /// <returns><see langword="false"/> if there was no memory for it: it can be called again.</returns>
    private static bool TryWork(AutoResetEvent wake)
    {
        try
        {
            Work(wake);
            return true;
        }
        catch (OutOfMemoryException)
        {
            return false;
        }
    }

    // A method of its own, which is compiled after the pause. Returns only where there must be no such thread.
    private static void Work(AutoResetEvent wake)
    {
        if (LoadContext.IsCollectible)
        {
            s_exists = false;
            WorkQueue.PostKept(); // after that: the thread pool gets what comes now
            return;
        }

        s_wake = wake;
        RunKept(wake);
        long begun = MonotonicClock.Milliseconds;

        // Types whose first use runs out of memory are lost to the process: a program that fills its memory goes first.
        while (MonotonicClock.Milliseconds < begun + Delay || MemoryLoad.IsFull
            || (MemoryLoad.IsHalfFull && MonotonicClock.Milliseconds < begun + Patience))
        {
            if (wake.WaitOne(Delay))
                RunKept(wake);
        }

        Action? later = s_later;
        s_later = null; // once
        later?.Invoke();
        while (true)
        {
            wake.WaitOne();
            RunKept(wake);
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
