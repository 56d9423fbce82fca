using System.Runtime.ExceptionServices;

namespace Pooling.Benchmarks.Objects;

/// <summary>Threads that live together and work one after the other, so that more of them than processors measure the pool and not the
/// scheduler.</summary>
internal sealed class PoolThreads : IDisposable
{
    private readonly Thread[] _threads;
    private readonly SemaphoreSlim[] _turns; // each thread waits for its own: waking all of them for each turn would be most of the work
    private readonly SemaphoreSlim _ended = new(0);
    private Action? _work; // null: end. Written before the first turn of a run
    private Exception? _failure;

    internal PoolThreads(int count)
    {
        _threads = new Thread[count];
        _turns = new SemaphoreSlim[count];
        for (int i = 0; i < count; i++)
        {
            int index = i;
            _turns[i] = new SemaphoreSlim(0);
            _threads[i] = new Thread(() => Serve(index), maxStackSize: 256 * 1024) { IsBackground = true };
        }

        foreach (Thread thread in _threads)
            thread.Start();
    }

    /// <summary>Lets each thread do a piece of work, the first one first, and waits for the last one.</summary>
    internal void Run(Action? work)
    {
        if (_threads.Length == 0)
            return;

        _work = work;
        _turns[0].Release();
        _ended.Wait();
        if (_failure is not null)
            ExceptionDispatchInfo.Throw(_failure);
    }

    /// <summary>Ends the threads: they are dead afterwards.</summary>
    public void Dispose()
    {
        Run(null);
        foreach (Thread thread in _threads)
            thread.Join();

        foreach (SemaphoreSlim turn in _turns)
            turn.Dispose();

        _ended.Dispose();
    }

    private void Serve(int index)
    {
        while (true)
        {
            _turns[index].Wait();
            Action? work = _work;
            try
            {
                work?.Invoke();
            }
            catch (Exception exception)
            {
                _failure = exception;
            }

            (index + 1 < _turns.Length ? _turns[index + 1] : _ended).Release();
            if (work is null)
                return;
        }
    }
}
