namespace Pooling.Benchmarks.Encodeables;

/// <summary>A changed value without the members for pooling.</summary>
internal sealed class NewChange
{
    public uint ClientHandle { get; set; }

    public uint Status { get; set; }

    public long Value { get; set; }

    public DateTime SourceTime { get; set; }

    public DateTime ServerTime { get; set; }

    public string? Text { get; set; }

    public void Decode(ref BufferReader reader)
    {
        ClientHandle = reader.ReadUInt32LittleEndian();
        Status = reader.ReadUInt32LittleEndian();
        Value = reader.ReadInt64LittleEndian();
        SourceTime = new DateTime(reader.ReadInt64LittleEndian());
        ServerTime = new DateTime(reader.ReadInt64LittleEndian());
    }

    /// <summary>Simulates the application; not inlined.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public long Handle() => ClientHandle + Value + SourceTime.Ticks;
}
