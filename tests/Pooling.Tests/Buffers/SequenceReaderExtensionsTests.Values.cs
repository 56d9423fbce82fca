using System.Buffers.Binary;
using FsCheck;
using FsCheck.Fluent;

namespace Pooling.Buffers;

/// <summary>Tests Boolean values, decimals, times and 128-bit integers.</summary>
public sealed partial class SequenceReaderExtensionsTests
{
    [Fact]
    public void TryReadBoolean_OfAnyByte_IsTrueUnless0() => Prop.ForAll(ArbMap.Default.ArbFor<byte>(), static value =>
        AssertRead([value], value != 0, static (ref reader, out read) => reader.TryReadBoolean(out read)))
        .QuickCheckThrowOnFailure();

    [Fact]
    public void TryReadDecimal_OfAnyValue_EqualsBinaryWriter() => Prop.ForAll(ArbMap.Default.ArbFor<decimal>(), static value =>
    {
        using var expected = new MemoryStream();
        new BinaryWriter(expected).Write(value);
        AssertRead(expected.ToArray(), value, static (ref reader, out read) => reader.TryReadDecimalLittleEndian(out read));
        AssertRead([.. expected.ToArray().AsEnumerable().Reverse()], value,
            static (ref reader, out read) => reader.TryReadDecimalBigEndian(out read));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void TryReadDateTime_OfAnyValue_EqualsItsBits() => Prop.ForAll(ArbMap.Default.ArbFor<DateTime>(), static value =>
    {
        byte[] bytes = new byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, value.ToBinary());
        AssertRead(bytes, value, static (ref reader, out read) => reader.TryReadDateTimeLittleEndian(out read));
        BinaryPrimitives.WriteInt64BigEndian(bytes, value.ToBinary());
        AssertRead(bytes, value, static (ref reader, out read) => reader.TryReadDateTimeBigEndian(out read));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void TryReadInt128_OfAnyValue_EqualsBinaryPrimitives() => Prop.ForAll(
        ArbMap.Default.ArbFor<(ulong, ulong)>(), static halves =>
    {
        var value = new Int128(halves.Item1, halves.Item2);
        byte[] bytes = new byte[16];
        BinaryPrimitives.WriteInt128LittleEndian(bytes, value);
        AssertRead(bytes, value, static (ref reader, out read) => reader.TryReadInt128LittleEndian(out read));
        BinaryPrimitives.WriteInt128BigEndian(bytes, value);
        AssertRead(bytes, value, static (ref reader, out read) => reader.TryReadInt128BigEndian(out read));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void TryReadDecimalAndDateTime_WithBitsOfNone_AreRefused()
    {
        byte[] bytes = [Before, .. Enumerable.Repeat((byte)0x3F, 16)];
        AssertRefused<decimal>(bytes, static (ref reader, out read) => reader.TryReadDecimalLittleEndian(out read));
        AssertRefused<decimal>(bytes, static (ref reader, out read) => reader.TryReadDecimalBigEndian(out read));
        AssertRefused<DateTime>(bytes[..9], static (ref reader, out read) => reader.TryReadDateTimeLittleEndian(out read));
        AssertRefused<DateTime>(bytes[..9], static (ref reader, out read) => reader.TryReadDateTimeBigEndian(out read));
    }
}
