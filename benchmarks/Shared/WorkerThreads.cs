namespace Pooling.Benchmarks;

/// <summary>Threads for benchmarks that need several at once. They are started by the setup and live until the cleanup, so that an
/// invocation includes two barriers (about 10 us), but not the start of threads.</summary>
/// <remarks>The calling thread is worker 0; the others are 1 and up. One thread calls <see cref="Run"/>.</remarks>
public sealed class WorkerThreads : IDisposable
{
    private static long s_allocatedBytes;

    private readonly Barrier _barrier;
    private readonly Thread[] _threads;
    private readonly bool _isBound;
    private Action<int>? _work; // null to end; written before the first barrier of a run, read after it

    /// <param name="count">The number of workers, including the calling thread.</param>
    /// <param name="isBound">Whether each worker has a processor of its own, if there are enough. The work must not
    /// start threads then.</param>
    public WorkerThreads(int count, bool isBound = false)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 1);

        _isBound = isBound && count <= ProcessorAffinity.Processors;
        _barrier = new Barrier(count);
        _threads = new Thread[count - 1];
        for (int i = 0; i < _threads.Length; i++)
        {
            int worker = i + 1;
            _threads[i] = new Thread(() => Serve(worker)) { IsBackground = true, Name = $"Benchmark worker {worker}" };
            _threads[i].Start();
        }
    }

    /// <summary>Gets the bytes that all workers allocated during runs, without those of the calling threads.</summary>
    public static long AllocatedBytes => Volatile.Read(ref s_allocatedBytes);

    public int Count => _threads.Length + 1;

    /// <summary>Runs work on every worker, starting at the same time, and waits until all have ended.</summary>
    /// <param name="work">The work, which receives the number of the worker. Keep one delegate for all invocations, because a new one
    /// allocates.</param>
    public void Run(Action<int> work)
    {
        _work = work;
        if (_isBound)
            ProcessorAffinity.Bind(0);

        _barrier.SignalAndWait();
        work(0);
        _barrier.SignalAndWait();
        if (_isBound)
            ProcessorAffinity.Release();
    }

    public void Dispose()
    {
        _work = null;
        _barrier.SignalAndWait();
        foreach (Thread thread in _threads)
            thread.Join();

        _barrier.Dispose();
    }

    private void Serve(int worker)
    {
        if (_isBound)
            ProcessorAffinity.Bind(worker);

        while (true)
        {
            _barrier.SignalAndWait();
            if (_work is not { } work)
                return;

            long bytes = GC.GetAllocatedBytesForCurrentThread();
            work(worker);
            Interlocked.Add(ref s_allocatedBytes, GC.GetAllocatedBytesForCurrentThread() - bytes);
            _barrier.SignalAndWait();
        }
    }
}
