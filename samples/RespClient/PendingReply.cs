using System.Threading.Tasks.Sources;
using Pooling.Objects;

namespace Pooling.Samples.RespClient;

/// <summary>The place of a command in the queue, and the task of its caller. It goes back to its pool when the caller has awaited
/// it.</summary>
internal sealed class PendingReply : IValueTaskSource<RespReply>
{
    private static readonly MagazinePool<PendingReply> s_pool = MagazinePool.Create(static () => new PendingReply());

    // Not on the receiving loop: a caller may do anything after its await.
    private ManualResetValueTaskSourceCore<RespReply> _core = new() { RunContinuationsAsynchronously = true };

    public ValueTask<RespReply> Task => new(this, _core.Version);

    public static PendingReply Rent() => s_pool.Get();

    public void SetResult(RespReply reply) => _core.SetResult(reply);

    public void SetException(Exception exception) => _core.SetException(exception);

    public RespReply GetResult(short token)
    {
        try
        {
            return _core.GetResult(token);
        }
        finally
        {
            if (token == _core.Version) // otherwise the task was awaited a second time
            {
                _core.Reset();
                s_pool.Return(this);
            }
        }
    }

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
