namespace Pooling.Internal;

/// <summary>Holds a lock until the end of a using statement.</summary>
/// <remarks>The wait for the lock is never cut short, so that no operation stops between two of its steps: an interrupt
/// of the thread that arrives in the meantime is saved for the thread's next wait, and without memory for what the
/// first wait of a lock allocates, it is tried again. The wait may still run other code on this thread, as some hosts
/// do, so state that was read before it must be read again.</remarks>
#pragma warning disable RS0030 // the one place that waits for locks
internal ref struct LockHold
{
    private Lock _gate;

    /// <summary>Waits for a lock.</summary>
    /// <param name="gate">The lock.</param>
    /// <param name="waiting">The action that a test runs instead of waiting; <see langword="null"/> otherwise.</param>
    internal static LockHold Of(Lock gate, Action? waiting = null)
    {
        if (waiting is not null || !gate.TryEnter())
            Wait(gate, waiting);

        return new LockHold { _gate = gate };
    }

    public readonly void Dispose() => _gate.Exit();

    private static void Wait(Lock gate, Action? waiting)
    {
        bool interrupted = false;
        while (true)
        {
            try
            {
                waiting?.Invoke();
                gate.Enter();
                break;
            }
            catch (ThreadInterruptedException)
            {
                interrupted = true;
            }
            catch (OutOfMemoryException)
            {
                Thread.Yield(); // whoever holds the lock does not wait for this thread
            }
        }

        if (interrupted)
            Thread.CurrentThread.Interrupt(); // the next wait of the thread ends, as the interrupt asked for
    }
}
