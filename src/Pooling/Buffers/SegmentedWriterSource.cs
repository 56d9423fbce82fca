using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Creates, empties and drops the segmented writers of one buffer pool.</summary>
internal sealed class SegmentedWriterSource : LeaseSource<SegmentedBufferWriter>
{
    private readonly BufferSegmentSource _segments;
    private readonly BufferRetention _retention;

    internal SegmentedWriterSource(BufferSegmentSource segments, BufferRetention retention, StoreOptions options)
        : base(options)
    {
        _segments = segments;
        _retention = retention;
    }

    protected override SegmentedBufferWriter Create() => new(_segments, _retention);

    protected override bool Reset(SegmentedBufferWriter item)
    {
        item.EndRental();
        return true;
    }

    // Not Dispose, which belongs to the user and throws.
    protected internal override void Drop(SegmentedBufferWriter item) => item.EndForGood();
}
