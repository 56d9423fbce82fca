namespace Pooling.Tour.Sections.Objects;

/// <summary>A measured value with its quality and timestamps, stored inline in the message.</summary>
internal struct DataValue
{
    public object? Reference;
    public long Number;
    public DateTime SourceTime;
    public DateTime ServerTime;
    public uint Status;
    public ushort SourcePicoseconds;
    public ushort ServerPicoseconds;
}
