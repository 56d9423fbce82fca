using System.Buffers.Binary;
using FsCheck;
using FsCheck.Fluent;

namespace Pooling.Buffers;

/// <summary>Tests numbers of fixed length against <see cref="BinaryPrimitives"/>, with every split.</summary>
public sealed partial class SequenceReaderExtensionsTests
{
    private delegate void Put<T>(Span<byte> destination, T value);

    [Fact]
    public void TryReadInt16LittleEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<short>(
        2, BinaryPrimitives.WriteInt16LittleEndian, static (ref reader, out value) => reader.TryReadInt16LittleEndian(out value));

    [Fact]
    public void TryReadInt16BigEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<short>(
        2, BinaryPrimitives.WriteInt16BigEndian, static (ref reader, out value) => reader.TryReadInt16BigEndian(out value));

    [Fact]
    public void TryReadUInt16LittleEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<ushort>(
        2, BinaryPrimitives.WriteUInt16LittleEndian, static (ref reader, out value) => reader.TryReadUInt16LittleEndian(out value));

    [Fact]
    public void TryReadUInt16BigEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<ushort>(
        2, BinaryPrimitives.WriteUInt16BigEndian, static (ref reader, out value) => reader.TryReadUInt16BigEndian(out value));

    [Fact]
    public void TryReadInt32LittleEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<int>(
        4, BinaryPrimitives.WriteInt32LittleEndian, static (ref reader, out value) => reader.TryReadInt32LittleEndian(out value));

    [Fact]
    public void TryReadInt32BigEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<int>(
        4, BinaryPrimitives.WriteInt32BigEndian, static (ref reader, out value) => reader.TryReadInt32BigEndian(out value));

    [Fact]
    public void TryReadUInt32LittleEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<uint>(
        4, BinaryPrimitives.WriteUInt32LittleEndian, static (ref reader, out value) => reader.TryReadUInt32LittleEndian(out value));

    [Fact]
    public void TryReadUInt32BigEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<uint>(
        4, BinaryPrimitives.WriteUInt32BigEndian, static (ref reader, out value) => reader.TryReadUInt32BigEndian(out value));

    [Fact]
    public void TryReadInt64LittleEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<long>(
        8, BinaryPrimitives.WriteInt64LittleEndian, static (ref reader, out value) => reader.TryReadInt64LittleEndian(out value));

    [Fact]
    public void TryReadInt64BigEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<long>(
        8, BinaryPrimitives.WriteInt64BigEndian, static (ref reader, out value) => reader.TryReadInt64BigEndian(out value));

    [Fact]
    public void TryReadUInt64LittleEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<ulong>(
        8, BinaryPrimitives.WriteUInt64LittleEndian, static (ref reader, out value) => reader.TryReadUInt64LittleEndian(out value));

    [Fact]
    public void TryReadUInt64BigEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<ulong>(
        8, BinaryPrimitives.WriteUInt64BigEndian, static (ref reader, out value) => reader.TryReadUInt64BigEndian(out value));

    [Fact]
    public void TryReadSingleLittleEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<float>(
        4, BinaryPrimitives.WriteSingleLittleEndian, static (ref reader, out value) => reader.TryReadSingleLittleEndian(out value));

    [Fact]
    public void TryReadSingleBigEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<float>(
        4, BinaryPrimitives.WriteSingleBigEndian, static (ref reader, out value) => reader.TryReadSingleBigEndian(out value));

    [Fact]
    public void TryReadDoubleLittleEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<double>(
        8, BinaryPrimitives.WriteDoubleLittleEndian, static (ref reader, out value) => reader.TryReadDoubleLittleEndian(out value));

    [Fact]
    public void TryReadDoubleBigEndian_OfAnyValue_EqualsBinaryPrimitives() => AssertNumbers<double>(
        8, BinaryPrimitives.WriteDoubleBigEndian, static (ref reader, out value) => reader.TryReadDoubleBigEndian(out value));

    [Fact]
    public void TryReadGuids_OfAnyValue_EqualTheirBytes() => Prop.ForAll(ArbMap.Default.ArbFor<Guid>(), value =>
    {
        AssertRead(value.ToByteArray(), value, static (ref reader, out read) => reader.TryReadGuidLittleEndian(out read));
        AssertRead(value.ToByteArray(bigEndian: true), value, static (ref reader, out read) => reader.TryReadGuidBigEndian(out read));
    }).QuickCheckThrowOnFailure();

    private static void AssertNumbers<T>(int size, Put<T> put, TryRead<T> tryRead) => Prop.ForAll(ArbMap.Default.ArbFor<T>(), value =>
    {
        byte[] bytes = new byte[size];
        put(bytes, value);
        AssertRead(bytes, value, tryRead);
    }).QuickCheckThrowOnFailure();
}
