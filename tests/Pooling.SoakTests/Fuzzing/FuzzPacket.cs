using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>A pooled packet with everything that a packet can contain.</summary>
[PooledEncodeable]
internal sealed partial class FuzzPacket
{
    internal const int MaxItems = 64;

    internal const int MaxNumbers = 1024;

    internal uint Id { get; set; }

    internal PooledArray<byte>? Payload { get; set; }

    internal PooledArray<long>? Numbers { get; set; }

    internal string? Text { get; set; }

    internal EncodeableList<FuzzItem> Items { get; } = new(FuzzItem.Pool, MaxItems);

    /// <summary>Writes the packet as its decoder reads it.</summary>
    internal void Write(PooledArrayBufferWriter<byte> writer)
    {
        writer.WriteUInt32BigEndian(Id);
        writer.WritePrefixedBytes(Payload!.Span, LengthPrefix.UInt16LittleEndian);
        writer.WriteUInt16BigEndian((ushort)Numbers!.Length);
        writer.WriteLittleEndian<long>(Numbers.Span);
        writer.WritePrefixedUtf8(Text, LengthPrefix.Int32BigEndian);
        writer.WriteByte((byte)Items.Count);
        foreach (FuzzItem item in Items)
        {
            writer.WriteUInt16LittleEndian(item.Handle);
            writer.WriteByte((byte)item.Samples!.Length);
            writer.WriteBigEndian<short>(item.Samples.Span);
        }
    }
}
