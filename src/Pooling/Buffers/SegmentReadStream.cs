namespace Pooling.Buffers;

/// <summary>Reads what a segmented writer held when the stream was created, for as long as the writer holds
/// it.</summary>
internal sealed class SegmentReadStream : ReadOnlyStream
{
    private readonly long _generation;
    private readonly long _length;
    private readonly BufferSegment? _first;
    private BufferSegment? _last; // where it read last, so that sequential reads need not search from the start
    private SegmentedBufferWriter? _writer; // null after Dispose

    internal SegmentReadStream(SegmentedBufferWriter writer, BufferSegment? first)
    {
        _writer = writer;
        _generation = writer.Generation;
        _length = writer.WrittenCount;
        _first = first;
        _last = first;
    }

    public override long Length
    {
        get
        {
            ThrowIfEnded();
            return _length;
        }
    }

    protected override bool IsOpen => _writer is not null;

    protected override ArraySegment<byte> ChunkAt(long position)
    {
        ThrowIfEnded();
        if (position >= _length)
            return new ArraySegment<byte>([]);

        BufferSegment segment = _last!;
        if (position < segment.RunningIndex)
            segment = _first!;

        // The writer's current chunk is as long as its array until another one follows it; the content ends before
        // that.
        while (position >= segment.RunningIndex + segment.Memory.Length)
            segment = segment.Following!;

        _last = segment;
        int from = (int)(position - segment.RunningIndex);
        int end = (int)Math.Min(segment.Memory.Length, _length - segment.RunningIndex);
        return new ArraySegment<byte>(segment.Array, from, end - from);
    }

    protected override void Dispose(bool disposing)
    {
        _writer = null;
        base.Dispose(disposing);
    }

    private void ThrowIfEnded()
    {
        if (_writer is not { } writer || writer.IsClosed || writer.Generation != _generation)
            Throw.ObjectDisposed(nameof(Stream));
    }
}
