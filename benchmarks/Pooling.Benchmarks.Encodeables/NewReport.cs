namespace Pooling.Benchmarks.Encodeables;

/// <summary>A message with newly created changes.</summary>
internal sealed class NewReport
{
    public uint SequenceNumber { get; set; }

    public NewChange[] Changes { get; set; } = [];

    public static NewReport Decode(ReadOnlySpan<byte> bytes)
    {
        var reader = new BufferReader(bytes);
        var report = new NewReport
        {
            SequenceNumber = reader.ReadUInt32LittleEndian(),
            Changes = new NewChange[Change.ReadCount(ref reader)],
        };
        for (int i = 0; i < report.Changes.Length; i++)
        {
            var change = new NewChange();
            change.Decode(ref reader);
            report.Changes[i] = change;
        }

        return report;
    }
}
