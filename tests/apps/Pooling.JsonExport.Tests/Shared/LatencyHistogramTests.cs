namespace Pooling.Samples;

public sealed class LatencyHistogramTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(12_345)]
    [InlineData(123_456_789)]
    [InlineData(long.MaxValue)]
    public void Quantile_OneTime_IsWithinThreePercent(long ticks)
    {
        var histogram = new LatencyHistogram();
        histogram.Add(ticks);

        double expected = ticks / (double)TimeSpan.TicksPerMillisecond;
        Assert.InRange(LatencyHistogram.Quantile(histogram.Copy(), 0.5), expected, expected * 1.035);
    }

    [Fact]
    public void Quantile_ManyTimes_IsTheOneThatTheShareDoesNotExceed()
    {
        var histogram = new LatencyHistogram();
        for (int i = 1; i <= 100; i++)
            histogram.Add(i * TimeSpan.TicksPerMillisecond);

        int[] counts = histogram.Copy();
        Assert.InRange(LatencyHistogram.Quantile(counts, 0.5), 50, 52);
        Assert.InRange(LatencyHistogram.Quantile(counts, 0.99), 99, 103);
        Assert.InRange(LatencyHistogram.Quantile(counts, 1), 100, 104);
    }

    [Fact]
    public void Quantile_Nothing_IsZero() => Assert.Equal(0, LatencyHistogram.Quantile(new LatencyHistogram().Copy(), 0.99));

    [Fact]
    public void Add_ClockWentBack_IsZero()
    {
        var histogram = new LatencyHistogram();
        histogram.Add(-5);

        Assert.Equal(0, LatencyHistogram.Quantile(histogram.Copy(), 1));
    }

    [Fact]
    public void Between_TwoCopies_HasWhatCameInBetween()
    {
        var histogram = new LatencyHistogram();
        histogram.Add(TimeSpan.TicksPerSecond);
        int[] before = histogram.Copy();
        histogram.Add(10);

        int[] counts = LatencyHistogram.Between(before, histogram.Copy());
        Assert.Equal(1, counts.Sum());
        Assert.Equal(2, LatencyHistogram.Sum(counts, before).Sum());
        Assert.Equal(0.001, LatencyHistogram.Quantile(counts, 1));
    }
}
