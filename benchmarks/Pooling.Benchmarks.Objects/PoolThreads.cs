namespace Pooling.Benchmarks.Objects;

/// <summary>Threads that are alive at the same time and work one after the other, so that more threads than processors measure the pool and
/// not the scheduler.</summary>
internal sealed class PoolThreads : IDisposable
{
    // Each thread waits for its own turn, and the caller for the last one, because waking all of them for each turn would be most of the
    // work. The events do not spin: hundreds of threads that do take the processors from the one that works.
    private readonly AutoResetEvent[] _turns;
    private readonly Thread[] _threads;
    private Action? _work; // null to end; written before the first turn of a run

    internal PoolThreads(int count)
    {
        _turns = [.. Enumerable.Range(0, count + 1).Select(static _ => new AutoResetEvent(false))];
        _threads = [.. Enumerable.Range(0, count).Select(i => new Thread(() => Serve(i), 256 * 1024) { IsBackground = true })];
        foreach (Thread thread in _threads)
            thread.Start();
    }

    /// <summary>Runs the work on each thread in turn, and waits for the last one.</summary>
    internal void Run(Action? work)
    {
        _work = work;
        _turns[0].Set();
        _turns[^1].WaitOne();
    }

    /// <summary>Ends the threads, and waits until they have ended.</summary>
    public void Dispose()
    {
        Run(null);
        foreach (Thread thread in _threads)
            thread.Join();

        foreach (AutoResetEvent turn in _turns)
            turn.Dispose();
    }

    private void Serve(int index)
    {
        Action? work;
        do
        {
            _turns[index].WaitOne();
            work = _work;
            work?.Invoke();
            _turns[index + 1].Set();
        }
        while (work is not null);
    }
}
