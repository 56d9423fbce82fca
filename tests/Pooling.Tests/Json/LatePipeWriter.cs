using System.IO.Pipelines;
using System.Threading.Tasks.Sources;

namespace Pooling.Json;

/// <summary>A pipe whose flush is pending when it is requested, and has completed when its caller registers a continuation.</summary>
internal sealed class LatePipeWriter(PipeWriter inner) : PipeWriter, IValueTaskSource<FlushResult>
{
    private bool _isFlushed;

    public override void Advance(int bytes) => inner.Advance(bytes);

    public override Memory<byte> GetMemory(int sizeHint = 0) => inner.GetMemory(sizeHint);

    public override Span<byte> GetSpan(int sizeHint = 0) => inner.GetSpan(sizeHint);

    public override void CancelPendingFlush() => inner.CancelPendingFlush();

    public override void Complete(Exception? exception = null) => inner.Complete(exception);

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        _isFlushed = false;
        return new ValueTask<FlushResult>(this, token: 0);
    }

    FlushResult IValueTaskSource<FlushResult>.GetResult(short token)
    {
        ValueTask<FlushResult> flush = inner.FlushAsync();
        Assert.True(flush.IsCompletedSuccessfully);
        return flush.Result;
    }

    ValueTaskSourceStatus IValueTaskSource<FlushResult>.GetStatus(short token) =>
        _isFlushed ? ValueTaskSourceStatus.Succeeded : ValueTaskSourceStatus.Pending;

    void IValueTaskSource<FlushResult>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        _isFlushed = true;
        continuation(state);
    }
}
