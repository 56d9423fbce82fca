using System.Buffers.Binary;
using FsCheck;
using FsCheck.Fluent;

namespace Pooling.Buffers;

/// <summary>Tests numbers of fixed length against <see cref="BinaryPrimitives"/>, <see cref="BinaryReader"/> and the writer's
/// extensions.</summary>
public sealed partial class BufferReaderTests
{
    private delegate void Put<T>(Span<byte> destination, T value);

    [Fact]
    public void ReadInt16LittleEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<short>(
        [short.MinValue, short.MaxValue, 0x12],
        2,
        BinaryPrimitives.WriteInt16LittleEndian,
        static reader => reader.ReadInt16(),
        static (writer, value) => writer.WriteInt16LittleEndian(value),
        static (ref reader, out value) => reader.TryReadInt16LittleEndian(out value),
        static (ref reader) => reader.ReadInt16LittleEndian());

    [Fact]
    public void ReadInt16BigEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<short>(
        [short.MinValue, short.MaxValue, 0x12],
        2,
        BinaryPrimitives.WriteInt16BigEndian,
        null,
        static (writer, value) => writer.WriteInt16BigEndian(value),
        static (ref reader, out value) => reader.TryReadInt16BigEndian(out value),
        static (ref reader) => reader.ReadInt16BigEndian());

    [Fact]
    public void ReadUInt16LittleEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<ushort>(
        [ushort.MinValue, ushort.MaxValue, 0x12],
        2,
        BinaryPrimitives.WriteUInt16LittleEndian,
        static reader => reader.ReadUInt16(),
        static (writer, value) => writer.WriteUInt16LittleEndian(value),
        static (ref reader, out value) => reader.TryReadUInt16LittleEndian(out value),
        static (ref reader) => reader.ReadUInt16LittleEndian());

    [Fact]
    public void ReadUInt16BigEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<ushort>(
        [ushort.MinValue, ushort.MaxValue, 0x12],
        2,
        BinaryPrimitives.WriteUInt16BigEndian,
        null,
        static (writer, value) => writer.WriteUInt16BigEndian(value),
        static (ref reader, out value) => reader.TryReadUInt16BigEndian(out value),
        static (ref reader) => reader.ReadUInt16BigEndian());

    [Fact]
    public void ReadInt32LittleEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<int>(
        [int.MinValue, int.MaxValue, 0x12],
        4,
        BinaryPrimitives.WriteInt32LittleEndian,
        static reader => reader.ReadInt32(),
        static (writer, value) => writer.WriteInt32LittleEndian(value),
        static (ref reader, out value) => reader.TryReadInt32LittleEndian(out value),
        static (ref reader) => reader.ReadInt32LittleEndian());

    [Fact]
    public void ReadInt32BigEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<int>(
        [int.MinValue, int.MaxValue, 0x12],
        4,
        BinaryPrimitives.WriteInt32BigEndian,
        null,
        static (writer, value) => writer.WriteInt32BigEndian(value),
        static (ref reader, out value) => reader.TryReadInt32BigEndian(out value),
        static (ref reader) => reader.ReadInt32BigEndian());

    [Fact]
    public void ReadUInt32LittleEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<uint>(
        [uint.MinValue, uint.MaxValue, 0x12],
        4,
        BinaryPrimitives.WriteUInt32LittleEndian,
        static reader => reader.ReadUInt32(),
        static (writer, value) => writer.WriteUInt32LittleEndian(value),
        static (ref reader, out value) => reader.TryReadUInt32LittleEndian(out value),
        static (ref reader) => reader.ReadUInt32LittleEndian());

    [Fact]
    public void ReadUInt32BigEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<uint>(
        [uint.MinValue, uint.MaxValue, 0x12],
        4,
        BinaryPrimitives.WriteUInt32BigEndian,
        null,
        static (writer, value) => writer.WriteUInt32BigEndian(value),
        static (ref reader, out value) => reader.TryReadUInt32BigEndian(out value),
        static (ref reader) => reader.ReadUInt32BigEndian());

    [Fact]
    public void ReadInt64LittleEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<long>(
        [long.MinValue, long.MaxValue, 0x12],
        8,
        BinaryPrimitives.WriteInt64LittleEndian,
        static reader => reader.ReadInt64(),
        static (writer, value) => writer.WriteInt64LittleEndian(value),
        static (ref reader, out value) => reader.TryReadInt64LittleEndian(out value),
        static (ref reader) => reader.ReadInt64LittleEndian());

    [Fact]
    public void ReadInt64BigEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<long>(
        [long.MinValue, long.MaxValue, 0x12],
        8,
        BinaryPrimitives.WriteInt64BigEndian,
        null,
        static (writer, value) => writer.WriteInt64BigEndian(value),
        static (ref reader, out value) => reader.TryReadInt64BigEndian(out value),
        static (ref reader) => reader.ReadInt64BigEndian());

    [Fact]
    public void ReadUInt64LittleEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<ulong>(
        [ulong.MinValue, ulong.MaxValue, 0x12],
        8,
        BinaryPrimitives.WriteUInt64LittleEndian,
        static reader => reader.ReadUInt64(),
        static (writer, value) => writer.WriteUInt64LittleEndian(value),
        static (ref reader, out value) => reader.TryReadUInt64LittleEndian(out value),
        static (ref reader) => reader.ReadUInt64LittleEndian());

    [Fact]
    public void ReadUInt64BigEndian_OfAnyValue_EqualsWhatWasWritten() => AssertNumbers<ulong>(
        [ulong.MinValue, ulong.MaxValue, 0x12],
        8,
        BinaryPrimitives.WriteUInt64BigEndian,
        null,
        static (writer, value) => writer.WriteUInt64BigEndian(value),
        static (ref reader, out value) => reader.TryReadUInt64BigEndian(out value),
        static (ref reader) => reader.ReadUInt64BigEndian());

    [Fact]
    public void ReadSingleLittleEndian_OfAnyValue_HasItsBits() => AssertNumbers<uint>(
        [Bits(float.NaN), Bits(float.NegativeInfinity), Bits(-0.0f), Bits(float.Epsilon), Bits(float.MaxValue)],
        4,
        BinaryPrimitives.WriteUInt32LittleEndian,
        static reader => Bits(reader.ReadSingle()),
        static (writer, bits) => writer.WriteSingleLittleEndian(From(bits)),
        static (ref reader, out bits) =>
        {
            bool isRead = reader.TryReadSingleLittleEndian(out float value);
            bits = Bits(value);
            return isRead;
        },
        static (ref reader) => Bits(reader.ReadSingleLittleEndian()));

    [Fact]
    public void ReadSingleBigEndian_OfAnyValue_HasItsBits() => AssertNumbers<uint>(
        [Bits(float.NaN), Bits(float.NegativeInfinity), Bits(-0.0f), Bits(float.Epsilon), Bits(float.MaxValue)],
        4,
        BinaryPrimitives.WriteUInt32BigEndian,
        null,
        static (writer, bits) => writer.WriteSingleBigEndian(From(bits)),
        static (ref reader, out bits) =>
        {
            bool isRead = reader.TryReadSingleBigEndian(out float value);
            bits = Bits(value);
            return isRead;
        },
        static (ref reader) => Bits(reader.ReadSingleBigEndian()));

    [Fact]
    public void ReadDoubleLittleEndian_OfAnyValue_HasItsBits() => AssertNumbers<ulong>(
        [Bits(double.NaN), Bits(double.NegativeInfinity), Bits(-0.0), Bits(double.Epsilon), Bits(double.MaxValue)],
        8,
        BinaryPrimitives.WriteUInt64LittleEndian,
        static reader => Bits(reader.ReadDouble()),
        static (writer, bits) => writer.WriteDoubleLittleEndian(From(bits)),
        static (ref reader, out bits) =>
        {
            bool isRead = reader.TryReadDoubleLittleEndian(out double value);
            bits = Bits(value);
            return isRead;
        },
        static (ref reader) => Bits(reader.ReadDoubleLittleEndian()));

    [Fact]
    public void ReadDoubleBigEndian_OfAnyValue_HasItsBits() => AssertNumbers<ulong>(
        [Bits(double.NaN), Bits(double.NegativeInfinity), Bits(-0.0), Bits(double.Epsilon), Bits(double.MaxValue)],
        8,
        BinaryPrimitives.WriteUInt64BigEndian,
        null,
        static (writer, bits) => writer.WriteDoubleBigEndian(From(bits)),
        static (ref reader, out bits) =>
        {
            bool isRead = reader.TryReadDoubleBigEndian(out double value);
            bits = Bits(value);
            return isRead;
        },
        static (ref reader) => Bits(reader.ReadDoubleBigEndian()));

    [Fact]
    public void ReadGuidLittleEndian_OfAnyValue_EqualsWhatWasWritten() => Prop.ForAll(ArbMap.Default.ArbFor<Guid>(), value => AssertRead(
        value.ToByteArray(),
        value,
        writer => writer.WriteGuidLittleEndian(value),
        static (ref reader, out value) => reader.TryReadGuidLittleEndian(out value),
        static (ref reader) => reader.ReadGuidLittleEndian())).QuickCheckThrowOnFailure();

    [Fact]
    public void ReadGuidBigEndian_OfAnyValue_EqualsWhatWasWritten() => Prop.ForAll(ArbMap.Default.ArbFor<Guid>(), value => AssertRead(
        InTheOrderOfItsText(value),
        value,
        writer => writer.WriteGuidBigEndian(value),
        static (ref reader, out value) => reader.TryReadGuidBigEndian(out value),
        static (ref reader) => reader.ReadGuidBigEndian())).QuickCheckThrowOnFailure();

    private static byte[] InTheOrderOfItsText(Guid value)
    {
        string digits = value.ToString("N");
        return [.. Enumerable.Range(0, 16).Select(i => Convert.ToByte(digits.Substring(2 * i, 2), 16))];
    }

    private static unsafe uint Bits(float value) => *(uint*)&value;

    private static unsafe ulong Bits(double value) => *(ulong*)&value;

    private static unsafe float From(uint bits) => *(float*)&bits;

    private static unsafe double From(ulong bits) => *(double*)&bits;

    private static void AssertNumbers<T>(
        T[] bounds, int size, Put<T> put, Func<BinaryReader, T>? stock, Action<PooledArrayBufferWriter<byte>, T> write,
        TryRead<T> tryRead, Read<T> read)
    {
        Assert.All(bounds, AssertNumber);
        Prop.ForAll(ArbMap.Default.ArbFor<T>(), AssertNumber).QuickCheckThrowOnFailure();

        void AssertNumber(T value)
        {
            byte[] bytes = new byte[size];
            put(bytes, value);
            if (stock is not null)
                Assert.Equal(value, stock(new BinaryReader(new MemoryStream(bytes))));

            AssertRead(bytes, value, writer => write(writer, value), tryRead, read);
        }
    }
}
