using System.Runtime.CompilerServices;
using Pooling.Encodeables;

namespace Pooling.Tour.Sections.Encodeables;

/// <summary>A changed value. Its reset and its activator are generated.</summary>
[PooledEncodeable]
internal sealed partial class Change
{
    /// <summary>What one takes on the wire.</summary>
    public const int Size = 32;

    public uint ClientHandle { get; set; }

    public uint Status { get; set; }

    public long Value { get; set; }

    public DateTime SourceTime { get; set; }

    public DateTime ServerTime { get; set; }

    public string? Text { get; set; }

    public void Decode(ref WireReader reader)
    {
        ClientHandle = reader.ReadUInt32();
        Status = reader.ReadUInt32();
        Value = reader.ReadInt64();
        SourceTime = new DateTime(reader.ReadInt64());
        ServerTime = new DateTime(reader.ReadInt64());
    }

    /// <summary>Stands for the application, which the compiler cannot see into.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public long Handle() => ClientHandle + Value + SourceTime.Ticks;
}
