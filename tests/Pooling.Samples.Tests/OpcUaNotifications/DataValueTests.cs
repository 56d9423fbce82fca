using System.Globalization;
using Pooling.Buffers;

namespace Pooling.Samples.OpcUaNotifications;

public sealed class DataValueTests
{
    [Theory]
    [InlineData("01 01 01", 1.0)]
    [InlineData("01 02 80", -128.0)]
    [InlineData("01 03 FF", 255.0)]
    [InlineData("01 04 00 80", -32768.0)]
    [InlineData("01 05 FF FF", 65535.0)]
    [InlineData("01 06 FE FF FF FF", -2.0)]
    [InlineData("01 07 FF FF FF FF", 4294967295.0)]
    [InlineData("01 08 FF FF FF FF FF FF FF FF", -1.0)]
    [InlineData("01 09 FF FF FF FF FF FF FF FF", 18446744073709551615.0)]
    [InlineData("01 0A 00 00 C0 3F", 1.5)]
    [InlineData("01 0B 00 00 00 00 00 00 02 C0", -2.25)]
    public void TryGetNumber_OfEachNumericType_ReturnsIt(string hex, double expected)
    {
        DataValue value = Read(hex);

        Assert.True(value.TryGetNumber(out double number));
        Assert.Equal(expected, number);
    }

    [Theory]
    [InlineData("00")]
    [InlineData("01 00")]
    [InlineData("01 0C 01 00 00 00 41")]
    [InlineData("01 0D 01 00 00 00 00 00 00 00")]
    [InlineData("01 13 00 00 8C 80")]
    public void TryGetNumber_OfAnotherType_ReturnsFalse(string hex) => Assert.False(Read(hex).TryGetNumber(out _));

    [Fact]
    public void Read_AllFields_ReadsThem()
    {
        DataValue value = Read("3F 06 07 00 00 00 00 00 8C 80 80 96 98 00 00 00 00 00 01 00 00 00 00 00 00 00 00 00 02 00");

        Assert.Equal((0x808C0000u, false), (value.Status, value.IsGood));
        Assert.Equal(new DateTime(1601, 1, 1, 0, 0, 1, DateTimeKind.Utc), value.SourceTime);
    }

    [Theory]
    [InlineData("04 FF FF FF FF FF FF FF 7F", "9999-12-31T23:59:59.9999999")]
    [InlineData("04 FF FF FF FF FF FF FF FF", "0001-01-01T00:00:00.0000000")]
    [InlineData("00", "0001-01-01T00:00:00.0000000")]
    public void SourceTime_OutsideOfTheRange_IsTheMinimumOrMaximum(string hex, string expected) =>
        Assert.Equal(expected, Read(hex).SourceTime.ToString("yyyy-MM-ddTHH:mm:ss.fffffff", CultureInfo.InvariantCulture));

    [Theory]
    [InlineData("40")] // an unknown field
    [InlineData("01 0E 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00")] // a GUID
    [InlineData("01 86 00 00 00 00")] // an array
    [InlineData("01 46 00 00 00 00")] // dimensions
    [InlineData("01 0C FE FF FF FF")] // a length of -2
    [InlineData("01 0C 05 00 00 00 41")] // a length over the bytes left
    [InlineData("01 0C 01 00 00 00 FF")] // not UTF-8
    [InlineData("01 06 01 00 00")] // cut
    public void Read_WhatIsMalformedOrUnsupported_IsRefused(string hex)
    {
        Assert.Throws<InvalidDataException>(() => Read(hex));
        Recorded.AssertRefused(Recorded.Message(Bytes(hex)));
    }

    [Fact]
    public void Read_TextThatIsTooLong_IsRefused() =>
        Recorded.AssertRefused(Recorded.Message(Recorded.Text(new byte[DataValue.MaxTextLength + 1])));

    private static DataValue Read(string hex)
    {
        var reader = new BufferReader(Bytes(hex));
        DataValue.Read(ref reader, out DataValue value, out _);
        Assert.True(reader.End);
        return value;
    }

    private static byte[] Bytes(string hex) => Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));
}
