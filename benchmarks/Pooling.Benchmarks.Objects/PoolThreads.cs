using System.Runtime.ExceptionServices;
using Microsoft.Extensions.ObjectPool;

namespace Pooling.Benchmarks.Objects;

/// <summary>Threads that live together and work one after the other, so that more of them than processors measure the pool and not the scheduler.</summary>
internal sealed class PoolThreads : IDisposable
{
    private readonly object _gate = new();
    private readonly Thread[] _threads;
    private Action? _work; // null: end
    private int _turn; // counts the turns of all threads
    private int _asked; // the turns that may be taken
    private Exception? _failure;

    internal PoolThreads(int count)
    {
        _threads = new Thread[count];
        for (int i = 0; i < count; i++)
        {
            int index = i;
            _threads[i] = new Thread(() => Serve(index), maxStackSize: 256 * 1024) { IsBackground = true };
            _threads[i].Start();
        }
    }

    /// <summary>Lets each thread do a piece of work, the first one first, and waits for the last one.</summary>
    internal void Run(Action? work)
    {
        lock (_gate)
        {
            _work = work;
            _asked += _threads.Length;
            Monitor.PulseAll(_gate);
            while (_turn < _asked)
                Monitor.Wait(_gate);
        }

        if (_failure is not null)
            ExceptionDispatchInfo.Throw(_failure);
    }

    /// <summary>Ends the threads: they are dead afterwards.</summary>
    public void Dispose()
    {
        Run(null);
        foreach (Thread thread in _threads)
            thread.Join();
    }

    /// <summary>Rents so many items in all, some of them held at a time.</summary>
    internal static long Use(ObjectPool<Item48> pool, Item48[] items, int rentals)
    {
        long sum = 0;
        for (int done = 0; done < rentals; done += items.Length)
        {
            for (int i = 0; i < items.Length; i++)
            {
                items[i] = pool.Get();
                items[i].Handle = (uint)i;
            }

            foreach (Item48 item in items)
            {
                sum += item.Handle;
                pool.Return(item);
            }
        }

        return sum;
    }

    private void Serve(int index)
    {
        for (int mine = index; ; mine += _threads.Length)
        {
            Action? work;
            lock (_gate)
            {
                while (_turn < mine || _asked <= mine)
                    Monitor.Wait(_gate);

                work = _work;
            }

            try
            {
                work?.Invoke();
            }
            catch (Exception exception)
            {
                _failure = exception;
            }

            lock (_gate)
            {
                _turn++;
                Monitor.PulseAll(_gate);
            }

            if (work is null)
                return;
        }
    }
}
