namespace Pooling.Objects;

public sealed class MagazinePoolOptionsTests
{
    [Fact]
    public void Name_Empty_Throws() => Assert.Throws<ArgumentException>(() => new MagazinePoolOptions { Name = "" });

    [Theory]
    [InlineData(int.MinValue)]
    [InlineData(-1)]
    [InlineData(0)]
    [InlineData(MagazinePoolOptions.MaximumMagazineSize + 1)]
    [InlineData(int.MaxValue)]
    public void MagazineSize_OutOfRange_Throws(int size)
    {
        var thrown = Assert.Throws<ArgumentOutOfRangeException>(() => new MagazinePoolOptions { MagazineSize = size });

        Assert.Equal("MagazineSize", thrown.ParamName);
        Assert.Equal(size, thrown.ActualValue);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(MagazinePoolOptions.MaximumMagazineSize)]
    public void MagazineSize_AtItsBounds_IsTaken(int size) => Assert.Equal(size, new MagazinePoolOptions { MagazineSize = size }.MagazineSize);

    [Theory]
    [InlineData(int.MinValue)]
    [InlineData(-1)]
    public void MaximumRetained_Negative_Throws(int maximum) =>
        Assert.Equal("MaximumRetained", Assert.Throws<ArgumentOutOfRangeException>(() => new MagazinePoolOptions { MaximumRetained = maximum }).ParamName);

    [Fact]
    public void MaximumRetainedBytes_Negative_Throws() =>
        Assert.Equal("MaximumRetainedBytes", Assert.Throws<ArgumentOutOfRangeException>(() => new MagazinePoolOptions { MaximumRetainedBytes = -1 }).ParamName);

    [Fact]
    public void TrimAfter_Negative_Throws() =>
        Assert.Equal("TrimAfter", Assert.Throws<ArgumentOutOfRangeException>(() => new MagazinePoolOptions { TrimAfter = TimeSpan.FromTicks(-1) }).ParamName);

    [Fact]
    public void TrimAfter_Infinite_IsTaken() =>
        Assert.Equal(Timeout.InfiniteTimeSpan, new MagazinePoolOptions { TrimAfter = Timeout.InfiniteTimeSpan }.TrimAfter);

    [Fact]
    public void TimeProvider_Null_Throws() =>
        Assert.Equal("TimeProvider", Assert.Throws<ArgumentNullException>(() => new MagazinePoolOptions { TimeProvider = null! }).ParamName);

    [Fact]
    public void Limits_LargestValues_AreTaken()
    {
        using MagazinePool<List<int>> pool = MagazinePool.Create<List<int>>(new MagazinePoolOptions
        {
            MaximumRetained = int.MaxValue,
            MagazineSize = MagazinePoolOptions.MaximumMagazineSize,
        });
        var items = new List<int>[5000];
        pool.GetMany(items);
        pool.ReturnMany(items);

        Assert.Equal(5000, pool.GetStatistics().Retained);
    }
}
