using System.IO.Pipelines;

namespace Pooling.Json;

/// <summary>A pipe that discards the written data immediately.</summary>
internal sealed class FinishedPipeWriter : PipeWriter
{
    private readonly byte[] _memory = new byte[500];

    public override void Advance(int bytes)
    {
    }

    public override void CancelPendingFlush()
    {
    }

    public override void Complete(Exception? exception = null)
    {
    }

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) => default;

    public override Memory<byte> GetMemory(int sizeHint = 0) => _memory;

    public override Span<byte> GetSpan(int sizeHint = 0) => _memory;
}
