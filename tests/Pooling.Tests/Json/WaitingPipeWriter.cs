using System.IO.Pipelines;
using System.Threading.Tasks.Sources;

namespace Pooling.Json;

/// <summary>A pipe that discards the written data. Every flush waits until it is released.</summary>
internal sealed class WaitingPipeWriter : PipeWriter, IValueTaskSource<FlushResult>
{
    private readonly byte[] _memory = new byte[500];
    private ManualResetValueTaskSourceCore<FlushResult> _flush;

    /// <summary>Gets or sets a callback within each request for memory.</summary>
    internal Action? OnGetSpan { get; set; }

    /// <summary>Gets or sets a callback within each advance.</summary>
    internal Action? OnAdvance { get; set; }

    internal void EndFlush() => _flush.SetResult(default);

    public override void Advance(int bytes) => OnAdvance?.Invoke();

    public override void CancelPendingFlush()
    {
    }

    public override void Complete(Exception? exception = null)
    {
    }

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        _flush.Reset();
        return new ValueTask<FlushResult>(this, _flush.Version);
    }

    public override Memory<byte> GetMemory(int sizeHint = 0) => _memory;

    public override Span<byte> GetSpan(int sizeHint = 0)
    {
        OnGetSpan?.Invoke();
        return _memory;
    }

    public FlushResult GetResult(short token) => _flush.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _flush.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _flush.OnCompleted(continuation, state, token, flags);
}
