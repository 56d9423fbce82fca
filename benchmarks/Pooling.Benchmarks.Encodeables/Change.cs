namespace Pooling.Benchmarks.Encodeables;

/// <summary>A changed value. Its reset and its pool are generated.</summary>
[PooledEncodeable]
internal sealed partial class Change
{
    /// <summary>The encoded size in bytes.</summary>
    public const int Size = 32;

    public uint ClientHandle { get; set; }

    public uint Status { get; set; }

    public long Value { get; set; }

    public DateTime SourceTime { get; set; }

    public DateTime ServerTime { get; set; }

    public string? Text { get; set; }

    /// <summary>Reads the number of changes, and refuses a number for which there are not enough bytes.</summary>
    public static int ReadCount(ref BufferReader reader)
    {
        int count = reader.ReadInt32LittleEndian();
        return (uint)count <= (uint)(reader.Remaining / Size)
            ? count
            : throw new InvalidDataException($"{count} changes do not fit in {reader.Remaining} bytes.");
    }

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
