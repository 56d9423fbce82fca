namespace Pooling.Buffers;

/// <summary>Reads the content of a buffer writer that it does not own, for as long as the rental lasts in which the
/// stream was created.</summary>
internal sealed class BufferReadStream(PooledArrayBufferWriter<byte> writer) : ReadOnlyStream
{
    private readonly long _rental = writer.Rental;
    private PooledArrayBufferWriter<byte>? _writer = writer; // null: disposed

    public override long Length => Content.Count;

    protected override bool IsOpen => _writer is not null;

    private ArraySegment<byte> Content
    {
        get
        {
            PooledArrayBufferWriter<byte>? writer = _writer;
            if (writer is null || writer.Rental != _rental)
                Throw.ObjectDisposed(nameof(Stream));

            return writer.WrittenSegment;
        }
    }

    protected override ArraySegment<byte> ChunkAt(long position)
    {
        ArraySegment<byte> content = Content;
        int from = (int)Math.Min(position, content.Count);
        return new ArraySegment<byte>(content.Array!, content.Offset + from, content.Count - from);
    }

    protected override void Dispose(bool disposing)
    {
        _writer = null;
        base.Dispose(disposing);
    }
}
