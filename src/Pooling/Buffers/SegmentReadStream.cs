using System.Buffers;

namespace Pooling.Buffers;

/// <summary>Reads what a segmented writer held when it was made, for as long as the writer holds it.</summary>
internal sealed class SegmentReadStream : ReadableStream
{
    private readonly ReadOnlySequence<byte> _content;
    private readonly int _generation;
    private SegmentedBufferWriter? _writer; // null: disposed
    private ReadOnlySequence<byte> _rest; // what comes next; not the position, if that is behind the end
    private long _position;

    internal SegmentReadStream(SegmentedBufferWriter writer, in ReadOnlySequence<byte> content)
    {
        _writer = writer;
        _generation = writer.Generation;
        _content = content;
        _rest = content;
    }

    public override bool CanRead => _writer is not null;

    public override bool CanSeek => _writer is not null;

    public override long Length
    {
        get
        {
            ThrowIfEnded();
            return _content.Length;
        }
    }

    public override long Position
    {
        get
        {
            ThrowIfEnded();
            return _position;
        }

        set
        {
            ThrowIfEnded();
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            _rest = _content.Slice(Math.Min(value, _content.Length));
            _position = value;
        }
    }

    public override long Seek(long offset, SeekOrigin origin)
    {
        ThrowIfEnded();
        long from = origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => _position,
            SeekOrigin.End => _content.Length,
            _ => throw new ArgumentException($"SeekOrigin {origin} is none.", nameof(origin)),
        };

        long target = unchecked(from + offset);
        if (target < 0) // from is not negative: neither is an overflow
            throw new IOException($"{offset} from {from} is before the beginning of the stream.");

        return Position = target;
    }

    protected override int Take(Span<byte> room)
    {
        ThrowIfEnded();
        int length = (int)Math.Min(room.Length, _rest.Length);
        if (length == 0)
            return 0;

        _rest.Slice(0, length).CopyTo(room);
        _rest = _rest.Slice(length);
        _position += length;
        return length;
    }

    protected override bool TryTakeChunk(out ReadOnlyMemory<byte> chunk)
    {
        ThrowIfEnded();
        chunk = _rest.First;
        _rest = _rest.Slice(chunk.Length);
        _position += chunk.Length;
        return chunk.Length > 0;
    }

    protected override void Dispose(bool disposing)
    {
        _writer = null;
        base.Dispose(disposing);
    }

    private void ThrowIfEnded()
    {
        if (_writer is not { } writer || writer.IsDisposed || writer.Generation != _generation)
            Throw.ObjectDisposed(nameof(Stream));
    }
}
