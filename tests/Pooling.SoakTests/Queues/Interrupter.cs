namespace Pooling.SoakTests.Queues;

/// <summary>A thread that interrupts others all the time, so that each of their waits may end with an exception.</summary>
internal sealed class Interrupter : IDisposable
{
    private readonly List<Thread> _targets = [];
    private readonly Thread _thread;
    private long _interrupts;
    private volatile bool _ended;

    internal Interrupter()
    {
        _thread = new Thread(Run) { IsBackground = true };
        _thread.Start();
    }

    internal long Interrupts => Interlocked.Read(ref _interrupts);

    /// <summary>Runs work on threads that are interrupted, and waits for them.</summary>
    internal void Run(IEnumerable<Action> works)
    {
        Exception? fault = null;
        Thread[] threads = [.. works.Select(work => new Thread(() =>
        {
            try
            {
                work();
            }
            catch (Exception exception)
            {
                Interlocked.CompareExchange(ref fault, exception, null);
            }
        }) { IsBackground = true })];
        foreach (Thread thread in threads)
            thread.Start();

        lock (_targets)
            _targets.AddRange(threads);

        foreach (Thread thread in threads)
        {
            bool ended = thread.Join(TimeSpan.FromMinutes(2));
            if (fault is not null || !ended)
                throw new SoakException($"A thread stands still, or failed: {fault}");
        }

        lock (_targets)
            _targets.Clear();
    }

    /// <summary>Waits briefly on a thread that may be interrupted.</summary>
    internal static void Pause(int round)
    {
        try
        {
            Thread.Sleep(round % 256 == 0 ? 1 : 0);
        }
        catch (ThreadInterruptedException)
        {
        }
    }

    public void Dispose()
    {
        _ended = true;
        _thread.Join();
    }

    private void Run()
    {
        for (int i = 0; !_ended; i++)
        {
            lock (_targets)
            {
                if (_targets.Count > 0)
                {
                    _targets[i % _targets.Count].Interrupt();
                    _interrupts++;
                }
            }

            Thread.Yield();
        }
    }
}
