using System.Threading.Channels;
using System.Threading.Tasks.Sources;

namespace Pooling.Queues;

/// <summary>An empty channel whose wait first says that it has completed, and calls back when it is told to: between the two, a real one
/// is in the middle of completing.</summary>
internal sealed class LateChannelReader : ChannelReader<int>, IValueTaskSource<bool>
{
    private Action<object?>? _continuation;
    private object? _state;
    private bool _isCompleted;

    /// <summary>Gets the number of waits that were asked for their result too early.</summary>
    public int TooEarly { get; private set; }

    public override bool TryRead(out int item)
    {
        item = 0;
        return false;
    }

    public override ValueTask<bool> WaitToReadAsync(CancellationToken cancellationToken = default) => new(this, token: 0);

    public void SayCompleted() => _isCompleted = true;

    public void CallBack()
    {
        Action<object?> continuation = _continuation!;
        _continuation = null;
        continuation(_state);
    }

    bool IValueTaskSource<bool>.GetResult(short token)
    {
        if (_continuation is not null)
            TooEarly++;

        return false; // the end of the channel
    }

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) =>
        _isCompleted ? ValueTaskSourceStatus.Succeeded : ValueTaskSourceStatus.Pending;

    void IValueTaskSource<bool>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        _state = state;
        _continuation = continuation;
    }
}
