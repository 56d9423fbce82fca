namespace Pooling.Buffers;

/// <summary>Writes to a writer of bytes that it does not own, for as long as the rental lasts in which the stream was
/// created.</summary>
/// <param name="writer">A <see cref="PooledArrayBufferWriter{T}"/> of bytes, or a
/// <see cref="SegmentedBufferWriter"/>.</param>
internal sealed class BufferWriterStream(IContentTarget writer) : WriteOnlyStream
{
    private readonly long _rental = writer.Rental;
    private IContentTarget? _writer = writer; // null: disposed

    /// <summary>The writer; <see langword="null"/> if the stream is disposed, or the rental has ended: the writer may
    /// have another renter.</summary>
    internal IContentTarget? Target => _writer is { } writer && writer.Rental == _rental ? writer : null;

    public override bool CanWrite => _writer is not null;

    protected override void Append(ReadOnlySpan<byte> bytes)
    {
        IContentTarget? writer = _writer;
        if (writer is null || writer.Rental != _rental)
            Throw.ObjectDisposed(nameof(Stream));

        if (writer is PooledArrayBufferWriter<byte> contiguous)
            contiguous.Write(bytes);
        else
            ((SegmentedBufferWriter)writer).Write(bytes);
    }

    protected override void Dispose(bool disposing)
    {
        _writer = null;
        base.Dispose(disposing);
    }
}
