using Pooling.Buffers;
using WebSockets.Protocol.Memory;

namespace WebSockets.Protocol.Compression;

/// <summary>Captures the bytes that a WebSocket writes.</summary>
internal sealed class FrameCapture(WebSocketMemory memory) : Stream
{
    private static readonly BufferWriterOptions s_options = new() { InitialCapacity = 0, MaxCapacity = Array.MaxLength };

    private readonly PooledArrayBufferWriter<byte> _writer = new(s_options, memory.Frames);

    public override bool CanRead => true; // a WebSocket requires both

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Returns the written bytes, and transfers their ownership.</summary>
    public SharedBuffer Detach() => _writer.DetachShared();

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        buffer.CopyTo(_writer.GetSpan(buffer.Length));
        _writer.Advance(buffer.Length);
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Write(buffer.Span);
        return default;
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _writer.Dispose();

        base.Dispose(disposing);
    }
}
