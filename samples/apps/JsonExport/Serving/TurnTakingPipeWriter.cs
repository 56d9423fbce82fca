using System.IO.Pipelines;
using System.Threading.Tasks.Sources;

namespace Pooling.JsonExport.Serving;

/// <summary>Writes a response, and yields to other requests after a number of bytes.</summary>
/// <remarks>
/// <para>A flush completes synchronously while the socket accepts more, which can be megabytes: an export would occupy its thread until
/// then, and a few exports would occupy all threads. So from time to time, a flush that has completed reports its completion later, from
/// the end of the queue in which new requests wait.</para>
/// <para>Thread safety: for one request, like any pipe writer.</para>
/// <para>Allocation: the object itself.</para>
/// </remarks>
internal sealed class TurnTakingPipeWriter(PipeWriter target) : PipeWriter, IValueTaskSource<FlushResult>, IThreadPoolWorkItem
{
    private const long BytesOfTurn = 32 * 1024;

    private ManualResetValueTaskSourceCore<FlushResult> _turn; // its continuation runs on the thread that executes the work item
    private FlushResult _flushed;
    private long _bytes; // since the last turn

    public override bool CanGetUnflushedBytes => target.CanGetUnflushedBytes;

    public override long UnflushedBytes => target.UnflushedBytes;

    public override Memory<byte> GetMemory(int sizeHint = 0) => target.GetMemory(sizeHint);

    public override Span<byte> GetSpan(int sizeHint = 0) => target.GetSpan(sizeHint);

    public override void Advance(int bytes)
    {
        target.Advance(bytes);
        _bytes += bytes;
    }

    public override ValueTask<FlushResult> WriteAsync(ReadOnlyMemory<byte> source, CancellationToken cancellationToken = default)
    {
        ValueTask<FlushResult> flush = target.WriteAsync(source, cancellationToken);
        _bytes += source.Length;
        return TakeTurns(flush);
    }

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) =>
        TakeTurns(target.FlushAsync(cancellationToken));

    public override void CancelPendingFlush() => target.CancelPendingFlush();

    public override void Complete(Exception? exception = null) => target.Complete(exception);

    public override ValueTask CompleteAsync(Exception? exception = null) => target.CompleteAsync(exception);

    void IThreadPoolWorkItem.Execute() => _turn.SetResult(_flushed);

    FlushResult IValueTaskSource<FlushResult>.GetResult(short token) => _turn.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<FlushResult>.GetStatus(short token) => _turn.GetStatus(token);

    void IValueTaskSource<FlushResult>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _turn.OnCompleted(continuation, state, token, flags);

    private ValueTask<FlushResult> TakeTurns(ValueTask<FlushResult> flush)
    {
        if (_bytes < BytesOfTurn)
            return flush;

        _bytes = 0;
        if (!flush.IsCompletedSuccessfully)
            return flush; // a flush that waits for the receiver yields anyway

        _flushed = flush.Result;
        _turn.Reset();
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        return new ValueTask<FlushResult>(this, _turn.Version);
    }
}
