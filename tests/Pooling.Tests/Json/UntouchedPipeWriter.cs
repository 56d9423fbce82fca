using System.IO.Pipelines;

namespace Pooling.Json;

/// <summary>A pipe that counts its calls, to check that there are none.</summary>
internal sealed class UntouchedPipeWriter : PipeWriter
{
    internal int Calls { get; private set; }

    public override void Advance(int bytes) => Calls++;

    public override void CancelPendingFlush() => Calls++;

    public override void Complete(Exception? exception = null) => Calls++;

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        Calls++;
        return default;
    }

    public override Memory<byte> GetMemory(int sizeHint = 0)
    {
        Calls++;
        return new byte[Math.Max(sizeHint, 100)];
    }

    public override Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
