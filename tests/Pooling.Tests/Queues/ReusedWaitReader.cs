using System.Threading.Channels;
using System.Threading.Tasks.Sources;

namespace Pooling.Queues;

/// <summary>A channel that never ends, whose waits reuse one source. Each wait that completes brings the next number.</summary>
internal sealed class ReusedWaitReader : ChannelReader<int>, IValueTaskSource<bool>
{
    private ManualResetValueTaskSourceCore<bool> _source = new() { RunContinuationsAsynchronously = true };
    private int _next;
    private bool _isReady;
    private int _waits; // 1 while a wait has not completed

    public override bool TryRead(out int item)
    {
        item = _next;
        if (!_isReady)
            return false;

        _isReady = false;
        _next++;
        return true;
    }

    public override ValueTask<bool> WaitToReadAsync(CancellationToken cancellationToken = default)
    {
        var wait = new ValueTask<bool>(this, _source.Version);
        Volatile.Write(ref _waits, 1); // pairs with the read below
        return wait;
    }

    /// <summary>Completes a number of waits, each as soon as it has begun. Throws if the source of one was reset meanwhile.</summary>
    public void CompleteWaits(int count)
    {
        for (int i = 0; i < count; i++)
        {
            while (Volatile.Read(ref _waits) == 0) // pairs with the write above
                Thread.Yield();

            Volatile.Write(ref _waits, 0);
            _source.SetResult(true);
        }
    }

    bool IValueTaskSource<bool>.GetResult(short token)
    {
        bool result = _source.GetResult(token);
        _source.Reset();
        _isReady = true;
        return result;
    }

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _source.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);
}
