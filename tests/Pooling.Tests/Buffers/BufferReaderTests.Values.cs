using FsCheck;
using FsCheck.Fluent;
#if NET
using System.Buffers.Binary;
#endif

namespace Pooling.Buffers;

/// <summary>Tests Boolean values, decimals, times and 128-bit integers.</summary>
public sealed partial class BufferReaderTests
{
    public static TheoryData<string> Times => ["0001-01-01", "9999-12-31T23:59:59.9999999", "2026-11-29T12:34:56.789Z"];

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, true)]
    [InlineData(2, true)]
    [InlineData(255, true)]
    public void ReadBoolean_OfAnyByte_IsTrueUnless0(byte encoded, bool expected) => AssertRead(
        [encoded],
        expected,
        encoded <= 1 ? writer => writer.WriteBoolean(expected) : null,
        static (ref reader, out value) => reader.TryReadBoolean(out value),
        static (ref reader) => reader.ReadBoolean());

    [Fact]
    public void ReadDecimal_OfAnyValue_EqualsWhatWasWritten() => Prop.ForAll(
        ArbMap.Default.ArbFor<decimal>(), AssertDecimal).QuickCheckThrowOnFailure();

    [Fact]
    public void ReadDecimal_OfExtremeValues_EqualsWhatWasWritten() => Assert.All(
        [0m, -0.0m, decimal.MinValue, decimal.MaxValue, 1e-28m, -7.9228162514264337593543950335m, 1.000m],
        AssertDecimal);

    [Theory]
    [InlineData(0x001D0000)] // a scale of 29
    [InlineData(0x00FF0000)]
    [InlineData(0x00000001)]
    [InlineData(unchecked((int)0x81000000))]
    public void ReadDecimal_WithBitsOfNone_IsRefused(int flags)
    {
        byte[] bytes = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, .. BitConverter.GetBytes(flags)];
        AssertRefused<decimal>(
            [Before, .. bytes],
            static (ref reader, out value) => reader.TryReadDecimalLittleEndian(out value),
            static (ref reader) => reader.ReadDecimalLittleEndian());
        AssertRefused<decimal>(
            [Before, .. bytes.AsEnumerable().Reverse()],
            static (ref reader, out value) => reader.TryReadDecimalBigEndian(out value),
            static (ref reader) => reader.ReadDecimalBigEndian());
    }

    [Fact]
    public void ReadDateTime_OfAnyValue_EqualsWhatWasWritten() => Prop.ForAll(
        ArbMap.Default.ArbFor<DateTime>(), AssertTime).QuickCheckThrowOnFailure();

    [Theory]
    [MemberData(nameof(Times))]
    public void ReadDateTime_OfAnyKind_KeepsIt(string text)
    {
        DateTime time = DateTime.Parse(text, null, System.Globalization.DateTimeStyles.RoundtripKind);
        Assert.All(
            (DateTimeKind[])Enum.GetValues(typeof(DateTimeKind)), kind => AssertTime(DateTime.SpecifyKind(time, kind)));
    }

    [Fact]
    public void ReadDateTime_WithTooManyTicks_IsRefused()
    {
        byte[] bytes = BitConverter.GetBytes(DateTime.MaxValue.Ticks + 1);
        AssertRefused<DateTime>(
            [Before, .. bytes],
            static (ref reader, out value) => reader.TryReadDateTimeLittleEndian(out value),
            static (ref reader) => reader.ReadDateTimeLittleEndian());
        AssertRefused<DateTime>(
            [Before, .. bytes.AsEnumerable().Reverse()],
            static (ref reader, out value) => reader.TryReadDateTimeBigEndian(out value),
            static (ref reader) => reader.ReadDateTimeBigEndian());
    }

#if NET
    [Fact]
    public void ReadInt128_OfAnyValue_EqualsBinaryPrimitives() => Prop.ForAll(
        ArbMap.Default.ArbFor<(ulong, ulong)>(), static halves => AssertInt128(new Int128(halves.Item1, halves.Item2)))
        .QuickCheckThrowOnFailure();

    [Fact]
    public void ReadInt128_OfExtremeValues_EqualsBinaryPrimitives() => Assert.All(
        [Int128.MinValue, Int128.MaxValue, Int128.NegativeOne, Int128.Zero, ulong.MaxValue], AssertInt128);

    private static void AssertInt128(Int128 value)
    {
        byte[] bytes = new byte[16];
        BinaryPrimitives.WriteInt128LittleEndian(bytes, value);
        AssertRead(bytes, value, writer => writer.WriteInt128LittleEndian(value),
            static (ref reader, out read) => reader.TryReadInt128LittleEndian(out read),
            static (ref reader) => reader.ReadInt128LittleEndian());
        BinaryPrimitives.WriteInt128BigEndian(bytes, value);
        AssertRead(bytes, value, writer => writer.WriteInt128BigEndian(value),
            static (ref reader, out read) => reader.TryReadInt128BigEndian(out read),
            static (ref reader) => reader.ReadInt128BigEndian());
    }
#endif

    private static void AssertDecimal(decimal value)
    {
        using var expected = new MemoryStream();
        new BinaryWriter(expected).Write(value);
        // The scale as well: 1.0 and 1.00 are equal.
        string text = value.ToString(System.Globalization.CultureInfo.InvariantCulture);
        AssertRead(expected.ToArray(), text, writer => writer.WriteDecimalLittleEndian(value),
            static (ref reader, out read) => Text(reader.TryReadDecimalLittleEndian(out decimal number), number, out read),
            static (ref reader) => reader.ReadDecimalLittleEndian().ToString(System.Globalization.CultureInfo.InvariantCulture));
        AssertRead([.. expected.ToArray().AsEnumerable().Reverse()], value, writer => writer.WriteDecimalBigEndian(value),
            static (ref reader, out read) => reader.TryReadDecimalBigEndian(out read),
            static (ref reader) => reader.ReadDecimalBigEndian());

        static bool Text(bool isRead, decimal number, out string? text)
        {
            text = isRead ? number.ToString(System.Globalization.CultureInfo.InvariantCulture) : null;
            return isRead;
        }
    }

    private static void AssertTime(DateTime value)
    {
        byte[] bytes = BitConverter.GetBytes(value.ToBinary());
        AssertRead(bytes, (value, value.Kind), writer => writer.WriteDateTimeLittleEndian(value),
            static (ref reader, out read) => WithKind(reader.TryReadDateTimeLittleEndian(out DateTime time), time, out read),
            static (ref reader) => WithItsKind(reader.ReadDateTimeLittleEndian()));
        AssertRead([.. bytes.AsEnumerable().Reverse()], (value, value.Kind), writer => writer.WriteDateTimeBigEndian(value),
            static (ref reader, out read) => WithKind(reader.TryReadDateTimeBigEndian(out DateTime time), time, out read),
            static (ref reader) => WithItsKind(reader.ReadDateTimeBigEndian()));

        static (DateTime, DateTimeKind) WithItsKind(DateTime time) => (time, time.Kind);

        static bool WithKind(bool isRead, DateTime time, out (DateTime, DateTimeKind) read)
        {
            read = isRead ? WithItsKind(time) : default;
            return isRead;
        }
    }
}
