using System.Threading.Tasks.Sources;

namespace Pooling.GameServer.After;

/// <summary>Wakes the sending loop of a connection on a thread of the pool without allocating an object.</summary>
internal sealed class PacketSender : IValueTaskSource, IThreadPoolWorkItem
{
    private ManualResetValueTaskSourceCore<bool> _core; // its continuation runs on the thread of the work item
    private int _isBusy = 1; // until the loop waits for the first time

    /// <summary>Whether a batch is being sent. The tick thread reads what the sending loop writes.</summary>
    public bool IsBusy => Volatile.Read(ref _isBusy) != 0;

    /// <summary>Hands the batch over. Tick thread only, and only if not busy.</summary>
    public void Start()
    {
        _isBusy = 1;
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Ends the batch and waits for the next one. Sending loop only.</summary>
    public ValueTask Next()
    {
        _core.Reset();
        short version = _core.Version;
        Volatile.Write(ref _isBusy, 0); // from here on, the tick thread may start the next one, even before it is awaited
        return new ValueTask(this, version);
    }

    public void Execute() => _core.SetResult(true);

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
