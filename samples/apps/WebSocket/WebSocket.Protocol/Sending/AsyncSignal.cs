using System.Threading.Tasks.Sources;

namespace WebSockets.Protocol.Sending;

/// <summary>Wakes one waiting loop on a thread of the pool, without an object for it. A signal that nobody waits for is kept, once.
/// </summary>
public sealed class AsyncSignal : IValueTaskSource, IThreadPoolWorkItem
{
    private const int Idle = 0;
    private const int Signaled = 1;
    private const int Waiting = 2;

    private ManualResetValueTaskSourceCore<bool> _core; // its continuation runs where the work item runs
    private int _state;

    /// <summary>Any thread.</summary>
    public void Set()
    {
        int state = Volatile.Read(ref _state); // pairs with the exchanges of whoever waits
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

    /// <summary>Waits for a signal since the last call. One loop only.</summary>
    public ValueTask WaitAsync()
    {
        if (Interlocked.CompareExchange(ref _state, Idle, Signaled) == Signaled)
            return default;

        _core.Reset();
        short version = _core.Version;
        if (Interlocked.CompareExchange(ref _state, Waiting, Idle) == Idle)
            return new ValueTask(this, version);

        Volatile.Write(ref _state, Idle); // it was signaled meanwhile
        return default;
    }

    public void Execute() => _core.SetResult(true);

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
