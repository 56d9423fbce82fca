namespace Pooling.Tour.Comparisons;

public class VerdictsTests
{
    [Theory]
    [InlineData(0.4, 0.5, 0.6, "Faster")]
    [InlineData(0.4, 0.5, 1.1, "Unclear")]
    [InlineData(0.9, 0.94, 1.1, "Equal")]
    [InlineData(0.7, 1, 1.4, "Unclear")]
    [InlineData(0.95, 0.96, 0.97, "Equal")]
    [InlineData(1.03, 1.04, 1.05, "Equal")]
    [InlineData(0.9, 1.5, 1.6, "Unclear")]
    [InlineData(0.9, 9.6, 20, "Unclear")]
    [InlineData(1.4, 1.5, 1.6, "Slower")]
    public void Of_Ratio_CallsOnlyAClearDifference(double low, double median, double high, string expected) =>
        Assert.Equal(expected, Verdicts.Of(new Quartiles(low, median, high)).ToString());
}
