namespace Pooling.GameServer.World;

public sealed class TickHistogramTests
{
    private readonly TickHistogram _histogram = new();

    [Fact]
    public void Quantile_NothingRecorded_IsZero() => Assert.Equal(0, TickHistogram.Quantile(_histogram.Copy(), 0.99));

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(16_667)]
    [InlineData(1_000_000)]
    public void Quantile_OneValue_IsItToAPartIn64(long microseconds)
    {
        _histogram.Record(microseconds);

        double value = TickHistogram.Quantile(_histogram.Copy(), 0.5) * 1000;

        Assert.InRange(value, microseconds, (microseconds * 65 / 64.0) + 0.5);
    }

    [Fact]
    public void Quantile_ManyValues_FindsTheRank()
    {
        for (int i = 1; i <= 100; i++)
            _histogram.Record(i);

        int[] counts = _histogram.Copy();

        Assert.Equal(0.050, TickHistogram.Quantile(counts, 0.5), 6);
        Assert.Equal(0.099, TickHistogram.Quantile(counts, 0.99), 6);
        Assert.Equal(0.100, TickHistogram.Quantile(counts, 1), 6);
    }

    [Fact]
    public void Since_AnEarlierCopy_CountsTheRest()
    {
        _histogram.Record(100);
        int[] earlier = _histogram.Copy();
        _histogram.Record(7);

        Assert.Equal(0.007, TickHistogram.Quantile(TickHistogram.Since(earlier, _histogram.Copy()), 1), 6);
    }

    [Fact]
    public void Record_BeyondTheLastBucket_CountsThere()
    {
        _histogram.Record(long.MaxValue);

        Assert.Equal(1, _histogram.Copy().Sum());
    }
}
