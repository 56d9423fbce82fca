using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Sequences = Pooling.Buffers.SequenceReaderExtensions;
using Writes = Pooling.Buffers.BufferWriterExtensions;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>The operations that read one number.</summary>
internal static class NumberOperations
{
    internal static FuzzOperation[] All { get; } =
    [
        new NumberOperation<byte>(
            (ref r, out v) => r.TryReadByte(out v), (ref r) => r.ReadByte(),
            Sequences.TryReadByte, Fixed(static bytes => bytes[0]), Writes.WriteByte),
        new NumberOperation<short>(
            (ref r, out v) => r.TryReadInt16LittleEndian(out v), (ref r) => r.ReadInt16LittleEndian(),
            Sequences.TryReadInt16LittleEndian, Fixed(BinaryPrimitives.ReadInt16LittleEndian), Writes.WriteInt16LittleEndian),
        new NumberOperation<short>(
            (ref r, out v) => r.TryReadInt16BigEndian(out v), (ref r) => r.ReadInt16BigEndian(),
            Sequences.TryReadInt16BigEndian, Fixed(BinaryPrimitives.ReadInt16BigEndian), Writes.WriteInt16BigEndian),
        new NumberOperation<ushort>(
            (ref r, out v) => r.TryReadUInt16LittleEndian(out v), (ref r) => r.ReadUInt16LittleEndian(),
            Sequences.TryReadUInt16LittleEndian, Fixed(BinaryPrimitives.ReadUInt16LittleEndian), Writes.WriteUInt16LittleEndian),
        new NumberOperation<ushort>(
            (ref r, out v) => r.TryReadUInt16BigEndian(out v), (ref r) => r.ReadUInt16BigEndian(),
            Sequences.TryReadUInt16BigEndian, Fixed(BinaryPrimitives.ReadUInt16BigEndian), Writes.WriteUInt16BigEndian),
        new NumberOperation<int>(
            (ref r, out v) => r.TryReadInt32LittleEndian(out v), (ref r) => r.ReadInt32LittleEndian(),
            Sequences.TryReadInt32LittleEndian, Fixed(BinaryPrimitives.ReadInt32LittleEndian), Writes.WriteInt32LittleEndian),
        new NumberOperation<int>(
            (ref r, out v) => r.TryReadInt32BigEndian(out v), (ref r) => r.ReadInt32BigEndian(),
            Sequences.TryReadInt32BigEndian, Fixed(BinaryPrimitives.ReadInt32BigEndian), Writes.WriteInt32BigEndian),
        new NumberOperation<uint>(
            (ref r, out v) => r.TryReadUInt32LittleEndian(out v), (ref r) => r.ReadUInt32LittleEndian(),
            Sequences.TryReadUInt32LittleEndian, Fixed(BinaryPrimitives.ReadUInt32LittleEndian), Writes.WriteUInt32LittleEndian),
        new NumberOperation<uint>(
            (ref r, out v) => r.TryReadUInt32BigEndian(out v), (ref r) => r.ReadUInt32BigEndian(),
            Sequences.TryReadUInt32BigEndian, Fixed(BinaryPrimitives.ReadUInt32BigEndian), Writes.WriteUInt32BigEndian),
        new NumberOperation<long>(
            (ref r, out v) => r.TryReadInt64LittleEndian(out v), (ref r) => r.ReadInt64LittleEndian(),
            Sequences.TryReadInt64LittleEndian, Fixed(BinaryPrimitives.ReadInt64LittleEndian), Writes.WriteInt64LittleEndian),
        new NumberOperation<long>(
            (ref r, out v) => r.TryReadInt64BigEndian(out v), (ref r) => r.ReadInt64BigEndian(),
            Sequences.TryReadInt64BigEndian, Fixed(BinaryPrimitives.ReadInt64BigEndian), Writes.WriteInt64BigEndian),
        new NumberOperation<ulong>(
            (ref r, out v) => r.TryReadUInt64LittleEndian(out v), (ref r) => r.ReadUInt64LittleEndian(),
            Sequences.TryReadUInt64LittleEndian, Fixed(BinaryPrimitives.ReadUInt64LittleEndian), Writes.WriteUInt64LittleEndian),
        new NumberOperation<ulong>(
            (ref r, out v) => r.TryReadUInt64BigEndian(out v), (ref r) => r.ReadUInt64BigEndian(),
            Sequences.TryReadUInt64BigEndian, Fixed(BinaryPrimitives.ReadUInt64BigEndian), Writes.WriteUInt64BigEndian),
        new NumberOperation<float>(
            (ref r, out v) => r.TryReadSingleLittleEndian(out v), (ref r) => r.ReadSingleLittleEndian(),
            Sequences.TryReadSingleLittleEndian, Fixed(BinaryPrimitives.ReadSingleLittleEndian), Writes.WriteSingleLittleEndian),
        new NumberOperation<float>(
            (ref r, out v) => r.TryReadSingleBigEndian(out v), (ref r) => r.ReadSingleBigEndian(),
            Sequences.TryReadSingleBigEndian, Fixed(BinaryPrimitives.ReadSingleBigEndian), Writes.WriteSingleBigEndian),
        new NumberOperation<double>(
            (ref r, out v) => r.TryReadDoubleLittleEndian(out v), (ref r) => r.ReadDoubleLittleEndian(),
            Sequences.TryReadDoubleLittleEndian, Fixed(BinaryPrimitives.ReadDoubleLittleEndian), Writes.WriteDoubleLittleEndian),
        new NumberOperation<double>(
            (ref r, out v) => r.TryReadDoubleBigEndian(out v), (ref r) => r.ReadDoubleBigEndian(),
            Sequences.TryReadDoubleBigEndian, Fixed(BinaryPrimitives.ReadDoubleBigEndian), Writes.WriteDoubleBigEndian),
        new NumberOperation<Guid>(
            (ref r, out v) => r.TryReadGuidLittleEndian(out v), (ref r) => r.ReadGuidLittleEndian(),
            Sequences.TryReadGuidLittleEndian, Fixed(static bytes => new Guid(bytes)), Writes.WriteGuidLittleEndian),
        new NumberOperation<Guid>(
            (ref r, out v) => r.TryReadGuidBigEndian(out v), (ref r) => r.ReadGuidBigEndian(),
            Sequences.TryReadGuidBigEndian, Fixed(static bytes => new Guid(bytes, bigEndian: true)), Writes.WriteGuidBigEndian),
        new NumberOperation<uint>(
            (ref r, out v) => r.TryReadUInt24LittleEndian(out v), (ref r) => r.ReadUInt24LittleEndian(),
            Sequences.TryReadUInt24LittleEndian, Fixed(static b => b[0] | ((uint)b[1] << 8) | ((uint)b[2] << 16), length: 3),
            Writes.WriteUInt24LittleEndian, static value => value & 0xFFFFFF),
        new NumberOperation<uint>(
            (ref r, out v) => r.TryReadUInt24BigEndian(out v), (ref r) => r.ReadUInt24BigEndian(),
            Sequences.TryReadUInt24BigEndian, Fixed(static b => b[2] | ((uint)b[1] << 8) | ((uint)b[0] << 16), length: 3),
            Writes.WriteUInt24BigEndian, static value => value & 0xFFFFFF),
        new NumberOperation<uint>(
            (ref r, out v) => r.TryReadVarint32(out v), (ref r) => r.ReadVarint32(),
            Sequences.TryReadVarint32, Varint(32, static value => (uint)value), Writes.WriteVarint32),
        new NumberOperation<ulong>(
            (ref r, out v) => r.TryReadVarint64(out v), (ref r) => r.ReadVarint64(),
            Sequences.TryReadVarint64, Varint(64, static value => (ulong)value), Writes.WriteVarint64),
        new NumberOperation<int>(
            (ref r, out v) => r.TryReadZigZagVarint32(out v), (ref r) => r.ReadZigZagVarint32(),
            Sequences.TryReadZigZagVarint32, Varint(32, static value => (int)UnZigZag(value)), Writes.WriteZigZagVarint32),
        new NumberOperation<long>(
            (ref r, out v) => r.TryReadZigZagVarint64(out v), (ref r) => r.ReadZigZagVarint64(),
            Sequences.TryReadZigZagVarint64, Varint(64, static value => (long)UnZigZag(value)), Writes.WriteZigZagVarint64),
    ];

    /// <summary>Reads a varint in plain code, with numbers that are wide enough for each of them.</summary>
    internal static FuzzStatus ReadVarint(ReadOnlySpan<byte> left, int bits, out UInt128 value, out int length)
    {
        int longest = (bits + 6) / 7;
        value = 0;
        for (length = 0; length < longest;)
        {
            if (length == left.Length)
                return FuzzStatus.Incomplete;

            byte next = left[length];
            value |= (UInt128)(next & 0x7Fu) << (7 * length);
            length++;
            if (next < 0x80)
                return value >> bits == 0 ? FuzzStatus.Read : FuzzStatus.Malformed;
        }

        return FuzzStatus.Malformed;
    }

    private static NumberOperation<T>.ModelRead Fixed<T>(Func<ReadOnlySpan<byte>, T> read, int length = 0) where T : unmanaged
    {
        int size = length == 0 ? Unsafe.SizeOf<T>() : length;
        return (left, out value, out consumed) =>
        {
            consumed = size;
            value = left.Length < size ? default : read(left[..size]);
            return left.Length < size ? FuzzStatus.Incomplete : FuzzStatus.Read;
        };
    }

    private static NumberOperation<T>.ModelRead Varint<T>(int bits, Func<UInt128, T> convert) where T : unmanaged =>
        (left, out value, out length) =>
        {
            FuzzStatus status = ReadVarint(left, bits, out UInt128 wide, out length);
            value = status == FuzzStatus.Read ? convert(wide) : default;
            return status;
        };

    private static Int128 UnZigZag(UInt128 value) => (value & 1) == 0 ? (Int128)(value >> 1) : -(Int128)(value >> 1) - 1;
}
