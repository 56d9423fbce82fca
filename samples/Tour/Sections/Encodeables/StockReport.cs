using Pooling.Buffers;

namespace Pooling.Tour.Sections.Encodeables;

/// <summary>The same message with newly created parts.</summary>
internal sealed class StockReport
{
    public uint SequenceNumber { get; set; }

    public StockChange[] Changes { get; set; } = [];

    public static StockReport Decode(ReadOnlySpan<byte> bytes)
    {
        var reader = new BufferReader(bytes);
        var report = new StockReport
        {
            SequenceNumber = reader.ReadUInt32LittleEndian(),
            Changes = new StockChange[Change.ReadCount(ref reader)],
        };
        for (int i = 0; i < report.Changes.Length; i++)
        {
            var change = new StockChange();
            change.Decode(ref reader);
            report.Changes[i] = change;
        }

        return report;
    }
}
