using System.Threading.Channels;
using System.Threading.Tasks.Sources;

namespace Pooling.Queues;

/// <summary>A channel whose waits reuse one source. Each wait that completes brings the next number. It throws as soon as a wait was asked
/// for its result before it had called back: then it may be in the middle of completing.</summary>
internal sealed class ReusedWaitReader : ChannelReader<int>, IValueTaskSource<bool>
{
    private ManualResetValueTaskSourceCore<bool> _source = new() { RunContinuationsAsynchronously = true };
    private int _next;
    private bool _isReady;
    private int _waits; // 1 while a wait has not completed
    private Action<object?>? _continuation;
    private object? _state;
    private bool _isAwaited; // from the registration of a continuation until it is called
    private bool _isMisused;
    private bool _isStopped;

    public override bool TryRead(out int item)
    {
        ThrowIfMisused();
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

    /// <summary>Completes a number of waits, each as soon as it has begun.</summary>
    public void CompleteWaits(int count)
    {
        for (int i = 0; i < count; i++)
        {
            while (Volatile.Read(ref _waits) == 0) // pairs with the write above
            {
                if (Volatile.Read(ref _isStopped)) // pairs with the write in Stop
                    return;

                Thread.Yield();
            }

            Volatile.Write(ref _waits, 0);
            _source.SetResult(true);
        }
    }

    /// <summary>Ends <see cref="CompleteWaits"/>, also if it waits for a wait that never begins.</summary>
    public void Stop() => Volatile.Write(ref _isStopped, true); // pairs with the read in CompleteWaits

    bool IValueTaskSource<bool>.GetResult(short token)
    {
        _isMisused |= Volatile.Read(ref _isAwaited); // pairs with the write in CallBack
        ThrowIfMisused();
        bool result = _source.GetResult(token);
        _source.Reset();
        _isReady = true;
        return result;
    }

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _source.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        _continuation = continuation;
        _state = state;
        _isAwaited = true;
        _source.OnCompleted(static reader => ((ReusedWaitReader)reader!).CallBack(), this, token, flags);
    }

    // For good: the reader may take an exception of a wait for the end of the channel.
    private void ThrowIfMisused()
    {
        if (_isMisused)
            throw new InvalidOperationException("A wait was asked for its result before it had called back.");
    }

    private void CallBack()
    {
        Action<object?> continuation = _continuation!;
        object? state = _state;
        Volatile.Write(ref _isAwaited, false); // pairs with the read in GetResult
        continuation(state);
    }
}
