using System.IO.Pipelines;

namespace Pooling.Buffers;

/// <summary>A pipe whose flushes report, from a certain one on, that the reader has completed or that the wait was canceled. It counts the
/// written bytes.</summary>
internal sealed class EndingPipeWriter(int lastFlush, FlushResult end, bool yields) : PipeWriter
{
    private byte[] _room = [];

    internal int Flushes { get; private set; }

    internal long Taken { get; private set; }

    public override void Advance(int bytes) => Taken += bytes;

    public override Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (_room.Length < Math.Max(sizeHint, 1))
            _room = new byte[Math.Max(sizeHint, 1)];

        return _room;
    }

    public override Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public override async ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        if (yields)
            await Task.Yield();

        return ++Flushes >= lastFlush ? end : default;
    }

    public override void CancelPendingFlush()
    {
    }

    public override void Complete(Exception? exception = null)
    {
    }
}
