namespace Pooling.Buffers;

/// <summary>Writes to a segmented writer that it does not own, for as long as the rental lasts in which the stream was
/// created.</summary>
internal sealed class SegmentWriteStream(SegmentedBufferWriter writer) : WriteOnlyStream
{
    private readonly long _rental = writer.Rental;
    private SegmentedBufferWriter? _writer = writer; // null: disposed

    /// <summary>The writer; <see langword="null"/> if the stream is disposed.</summary>
    internal SegmentedBufferWriter? Target => _writer;

    public override bool CanWrite => _writer is not null;

    protected override void Append(ReadOnlySpan<byte> bytes)
    {
        SegmentedBufferWriter? writer = _writer;
        if (writer is null || writer.Rental != _rental)
            Throw.ObjectDisposed(nameof(Stream));

        writer.Write(bytes);
    }

    protected override void Dispose(bool disposing)
    {
        _writer = null;
        base.Dispose(disposing);
    }
}
