using System.Buffers;

namespace WebSockets.Protocol.Compression;

/// <summary>The input of an inflater: a message, and the end that senders omit.</summary>
internal sealed class InflateSource : Stream
{
    private ReadOnlySequence<byte> _message;
    private ReadOnlyMemory<byte> _tail;

    /// <summary>Gets whether data was requested.</summary>
    public bool WasAsked { get; private set; }

    /// <summary>Gets whether data was requested after the end.</summary>
    public bool WasAskedForMore { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public void Begin(in ReadOnlySequence<byte> message, ReadOnlyMemory<byte> tail)
    {
        _message = message;
        _tail = tail;
        WasAsked = false;
        WasAskedForMore = false;
    }

    /// <summary>Releases the message.</summary>
    public void End()
    {
        _message = default;
        _tail = default;
    }

    public override int Read(Span<byte> buffer)
    {
        WasAsked = true;
        int count = (int)Math.Min(buffer.Length, _message.Length);
        if (count > 0)
        {
            _message.Slice(0, count).CopyTo(buffer);
            _message = _message.Slice(count);
            return count;
        }

        count = Math.Min(buffer.Length, _tail.Length);
        WasAskedForMore = count == 0;
        _tail.Span[..count].CopyTo(buffer);
        _tail = _tail[count..];
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
