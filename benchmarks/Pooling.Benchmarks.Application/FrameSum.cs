namespace Pooling.Benchmarks.Application;

/// <summary>Receives the output of a WebSocket, and keeps only a sum to compare it.</summary>
internal sealed class FrameSum : Stream
{
    private long _sum;

    public override bool CanRead => true; // a WebSocket requires both

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        _sum += Of(buffer.Span);
        return default;
    }

    public override void Write(byte[] buffer, int offset, int count) => _sum += Of(buffer.AsSpan(offset, count));

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    internal static long Of(ReadOnlySpan<byte> frame) => frame.Length + frame[0] + frame[^1];

    internal long Take()
    {
        long sum = _sum;
        _sum = 0;
        return sum;
    }
}
