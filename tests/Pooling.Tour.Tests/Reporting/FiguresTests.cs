namespace Pooling.Tour.Reporting;

public class FiguresTests
{
    [Theory]
    [InlineData(0.25, "0.25 ns")]
    [InlineData(9.876, "9.88 ns")]
    [InlineData(98.76, "98.8 ns")]
    [InlineData(987.6, "988 ns")]
    [InlineData(9876, "9.88 us")]
    [InlineData(9_876_000, "9.88 ms")]
    [InlineData(98_760_000_000, "98.8 s")]
    public void Time_AnySize_HasThreeDigits(double nanoseconds, string expected) => Assert.Equal(expected, Figures.Time(nanoseconds));

    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(0.4, "0 B")]
    [InlineData(104, "104 B")]
    [InlineData(65_560, "65,560 B")]
    [InlineData(193_456, "193 KB")]
    [InlineData(15_700_000, "15.7 MB")]
    public void Bytes_AnySize_HasItsUnit(double bytes, string expected) => Assert.Equal(expected, Figures.Bytes(bytes));

    [Theory]
    [InlineData(0.0041, "0.004x")]
    [InlineData(0.67, "0.67x")]
    [InlineData(2.484, "2.48x")]
    [InlineData(11.61, "11.6x")]
    [InlineData(1234.6, "1,235x")]
    public void Ratio_AnySize_KeepsWhatMatters(double ratio, string expected) => Assert.Equal(expected, Figures.Ratio(ratio));

    [Theory]
    [InlineData(0.9, 1, 1.1, "1.00x")]
    [InlineData(0.9, 9.6, 20, "0.90x-20.0x")]
    public void Ratio_OfRounds_IsARangeIfTheyDiffer(double low, double median, double high, string expected) =>
        Assert.Equal(expected, Figures.Ratio(new Quartiles(low, median, high)));
}
