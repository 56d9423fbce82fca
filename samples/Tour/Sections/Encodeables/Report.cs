using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.Tour.Sections.Encodeables;

/// <summary>A message with the changes of many values: itself, its array and each change come from pools.</summary>
[PooledEncodeable]
internal sealed partial class Report
{
    public uint SequenceNumber { get; set; }

    public PooledArray<Change>? Changes { get; set; }

    public static Report Decode(ReadOnlySpan<byte> bytes, PooledScope scope)
    {
        var reader = new BufferReader(bytes);
        Report report = scope.Rent(Pool);
        report.SequenceNumber = reader.ReadUInt32LittleEndian();
        PooledArray<Change> changes = scope.RentArray<Change>(Change.ReadCount(ref reader), reader.Remaining / Change.Size);
        report.Changes = changes;
        Span<Change> items = changes.Span;
        for (int i = 0; i < items.Length; i++)
        {
            Change change = scope.Rent(Change.Pool);
            change.Decode(ref reader);
            items[i] = change;
        }

        return report;
    }
}
