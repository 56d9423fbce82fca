namespace Pooling.Benchmarks.Encodeables;

/// <summary>A message with the changes of many values. It keeps the changes, so that the next message that is decoded into the same object
/// reuses them.</summary>
[PooledEncodeable]
internal sealed partial class Report
{
    public uint SequenceNumber { get; set; }

    public EncodeableList<Change> Changes { get; } = new(Change.Pool);

    public void Decode(ReadOnlySpan<byte> bytes)
    {
        var reader = new BufferReader(bytes);
        SequenceNumber = reader.ReadUInt32LittleEndian();
        foreach (Change change in Changes.AddRange(Change.ReadCount(ref reader)))
            change.Decode(ref reader);
    }
}
