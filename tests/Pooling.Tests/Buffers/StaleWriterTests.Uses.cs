using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;

namespace Pooling.Buffers;

/// <content>A use of every public member, named as reflection names it; those with a content in several forms,
/// since nothing to write is a case of its own.</content>
public sealed partial class StaleWriterTests
{
    private static readonly PipeWriter s_pipe = new Pipe().Writer;

    private static IEnumerable<(string Name, Action<PooledArrayBufferWriter<byte>> Use)> Uses() =>
    [
        ("get_WrittenSpan", static writer => _ = writer.WrittenSpan),
        ("get_WrittenMemory", static writer => _ = writer.WrittenMemory),
        ("get_WrittenCount", static writer => _ = writer.WrittenCount),
        ("get_Capacity", static writer => _ = writer.Capacity),
        ("get_FreeCapacity", static writer => _ = writer.FreeCapacity),
        ("get_MaxCapacity", static writer => _ = writer.MaxCapacity),
        ("GetSpan", static writer => writer.GetSpan()),
        ("GetSpan", static writer => writer.GetSpan(1)),
        ("GetSpan", static writer => writer.GetSpan(100_000)),
        ("GetMemory", static writer => writer.GetMemory()),
        ("GetMemory", static writer => writer.GetMemory(100_000)),
        ("Advance", static writer => writer.Advance(0)),
        ("Advance", static writer => writer.Advance(1)),
        ("Write", static writer => writer.Write([])),
        ("Write", static writer => writer.Write([7])),
        ("Write", static writer => writer.Write(new byte[100_000])),
        ("ResetWrittenCount", static writer => writer.ResetWrittenCount()),
        ("Rewind", static writer => writer.Rewind(0)),
        ("Truncate", static writer => writer.Truncate(0)),
        ("Reserve", static writer => writer.Reserve(0)),
        ("Reserve", static writer => writer.Reserve(4)),
        ("Detach", static writer => writer.Detach()),
        ("AsStream", static writer => writer.AsStream()),
        ("AsReadStream", static writer => writer.AsReadStream()),
        ("CopyTo", static writer => writer.CopyTo(new MemoryStream())),
        ("CopyTo", static writer => writer.CopyTo(s_pipe)),
        ("CopyToAsync", static writer => writer.CopyToAsync(new MemoryStream())),
        ("CopyToAsync", static writer => _ = writer.CopyToAsync(s_pipe).AsTask()),
        ("DetachShared", static writer => writer.DetachShared()),
        ("WriteUtf8", static writer => writer.WriteUtf8("".AsSpan())),
        .. ExtensionUses<PooledArrayBufferWriter<byte>>(),
    ];

    private static IEnumerable<(string Name, Action<SegmentedBufferWriter> Use)> SegmentedUses() =>
    [
        ("get_WrittenSequence", static writer => _ = writer.WrittenSequence),
        ("get_WrittenCount", static writer => _ = writer.WrittenCount),
        ("get_Capacity", static writer => _ = writer.Capacity),
        ("get_MaxCapacity", static writer => _ = writer.MaxCapacity),
        ("GetSpan", static writer => writer.GetSpan()),
        ("GetSpan", static writer => writer.GetSpan(100_000)),
        ("GetMemory", static writer => writer.GetMemory()),
        ("GetMemory", static writer => writer.GetMemory(100_000)),
        ("Advance", static writer => writer.Advance(0)),
        ("Advance", static writer => writer.Advance(1)),
        ("Write", static writer => writer.Write([])),
        ("Write", static writer => writer.Write([7])),
        ("Write", static writer => writer.Write(new byte[100_000])),
        ("ResetWrittenCount", static writer => writer.ResetWrittenCount()),
        ("Rewind", static writer => writer.Rewind(0)),
        ("Truncate", static writer => writer.Truncate(0)),
        ("Reserve", static writer => writer.Reserve(0)),
        ("Reserve", static writer => writer.Reserve(4)),
        ("Detach", static writer => writer.Detach()),
        ("AsReadStream", static writer => writer.AsReadStream()),
        ("CopyTo", static writer => writer.CopyTo(new MemoryStream())),
        ("CopyTo", static writer => writer.CopyTo(new PooledArrayBufferWriter<byte>())),
        ("CopyToAsync", static writer => writer.CopyToAsync(new MemoryStream())),
        ("CopyToAsync", static writer => _ = writer.CopyToAsync(s_pipe).AsTask()),
        .. ExtensionUses<SegmentedBufferWriter>(),
    ];

    private static IEnumerable<(string Name, Action<T> Use)> ExtensionUses<T>() where T : IBufferWriter<byte> =>
    [
        ("WriteInt16LittleEndian", static writer => writer.WriteInt16LittleEndian(1)),
        ("WriteInt16BigEndian", static writer => writer.WriteInt16BigEndian(1)),
        ("WriteUInt16LittleEndian", static writer => writer.WriteUInt16LittleEndian(1)),
        ("WriteUInt16BigEndian", static writer => writer.WriteUInt16BigEndian(1)),
        ("WriteInt32LittleEndian", static writer => writer.WriteInt32LittleEndian(1)),
        ("WriteInt32BigEndian", static writer => writer.WriteInt32BigEndian(1)),
        ("WriteUInt32LittleEndian", static writer => writer.WriteUInt32LittleEndian(1)),
        ("WriteUInt32BigEndian", static writer => writer.WriteUInt32BigEndian(1)),
        ("WriteInt64LittleEndian", static writer => writer.WriteInt64LittleEndian(1)),
        ("WriteInt64BigEndian", static writer => writer.WriteInt64BigEndian(1)),
        ("WriteUInt64LittleEndian", static writer => writer.WriteUInt64LittleEndian(1)),
        ("WriteUInt64BigEndian", static writer => writer.WriteUInt64BigEndian(1)),
        ("WriteSingleLittleEndian", static writer => writer.WriteSingleLittleEndian(1)),
        ("WriteSingleBigEndian", static writer => writer.WriteSingleBigEndian(1)),
        ("WriteDoubleLittleEndian", static writer => writer.WriteDoubleLittleEndian(1)),
        ("WriteDoubleBigEndian", static writer => writer.WriteDoubleBigEndian(1)),
        ("WriteGuidLittleEndian", static writer => writer.WriteGuidLittleEndian(default)),
        ("WriteGuidBigEndian", static writer => writer.WriteGuidBigEndian(default)),
        ("WriteVarint32", static writer => writer.WriteVarint32(1)),
        ("WriteVarint64", static writer => writer.WriteVarint64(1)),
        ("WriteZigZagVarint32", static writer => writer.WriteZigZagVarint32(1)),
        ("WriteZigZagVarint64", static writer => writer.WriteZigZagVarint64(1)),
        ("WriteLittleEndian", static writer => writer.WriteLittleEndian<int>([1])),
        ("WriteBigEndian", static writer => writer.WriteBigEndian<int>([1])),
        ("WriteUtf8", static writer => writer.WriteUtf8("text".AsSpan())),
        ("WriteUtf8", static writer => writer.WriteUtf8($"text {1}")),
        ("WriteUtf8", static writer => writer.WriteUtf8(CultureInfo.InvariantCulture, $"text {1}")),
    ];
}
