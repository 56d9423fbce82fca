using System.Threading.Tasks.Sources;

namespace Pooling.Samples;

/// <summary>Wakes a waiting loop on a thread pool thread without allocating. A signal without a waiter is kept, but only one.</summary>
internal sealed class AsyncSignal : IValueTaskSource, IThreadPoolWorkItem
{
    private const int Idle = 0;
    private const int Signaled = 1;
    private const int Waiting = 2;

    private ManualResetValueTaskSourceCore<bool> _core; // its continuation runs on the thread of the work item
    private int _state;

    /// <summary>Sets the signal. Any thread may call it.</summary>
    public void Set()
    {
        int state = Volatile.Read(ref _state); // pairs with the exchanges of the waiter
        while (state != Signaled)
        {
            int next = state == Idle ? Signaled : Idle;
            int was = Interlocked.CompareExchange(ref _state, next, state);
            if (was == state)
            {
                if (state == Waiting)
                    ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);

                return;
            }

            state = was;
        }
    }

    /// <summary>Waits for a signal since the last call. For one loop only.</summary>
    public ValueTask WaitAsync()
    {
        if (Interlocked.CompareExchange(ref _state, Idle, Signaled) == Signaled)
            return default;

        _core.Reset();
        short version = _core.Version;
        if (Interlocked.CompareExchange(ref _state, Waiting, Idle) == Idle)
            return new ValueTask(this, version);

        Volatile.Write(ref _state, Idle); // signaled in the meantime
        return default;
    }

    public void Execute() => _core.SetResult(true);

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
