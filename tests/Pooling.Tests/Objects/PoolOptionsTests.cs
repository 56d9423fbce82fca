namespace Pooling.Objects;

public sealed class PoolOptionsTests
{
    [Fact]
    public void Name_Empty_Throws() => Assert.Throws<ArgumentException>(() => new PoolOptions { Name = "" });

    [Theory]
    [InlineData(int.MinValue)]
    [InlineData(-1)]
    public void MaxRetainedPerThread_Negative_Throws(int items)
    {
        var thrown = Assert.Throws<ArgumentOutOfRangeException>(() => new PoolOptions { MaxRetainedPerThread = items });

        Assert.Equal("MaxRetainedPerThread", thrown.ParamName);
        Assert.Equal(items, thrown.ActualValue);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(0)]
    [InlineData(int.MaxValue)]
    public void MaxRetainedPerThread_AtItsBounds_IsTaken(int? items) =>
        Assert.Equal(items, new PoolOptions { MaxRetainedPerThread = items }.MaxRetainedPerThread);

    [Theory]
    [InlineData(int.MinValue)]
    [InlineData(-1)]
    public void MaxRetained_Negative_Throws(int maximum) =>
        Assert.Equal("MaxRetained", Assert.Throws<ArgumentOutOfRangeException>(() => new PoolOptions { MaxRetained = maximum }).ParamName);

    [Fact]
    public void TrimAfter_Negative_Throws() =>
        Assert.Equal("TrimAfter",
            Assert.Throws<ArgumentOutOfRangeException>(() => new PoolOptions { TrimAfter = TimeSpan.FromTicks(-1) }).ParamName);

    [Fact]
    public void TrimAfter_Infinite_IsTaken() =>
        Assert.Equal(Timeout.InfiniteTimeSpan, new PoolOptions { TrimAfter = Timeout.InfiniteTimeSpan }.TrimAfter);

    [Fact]
    public void Pool_WhoseOptionsChangeLater_KeepsToThoseItWasMadeWith()
    {
        var options = new PoolOptions { MaxRetained = 0, Name = "first" };
        using MagazinePool<List<int>> pool = MagazinePool.Create<List<int>>(options);
        options.MaxRetained = 100;
        options.Name = "second";

        pool.Return(pool.Get());

        Assert.Equal(0, pool.GetStatistics().Retained);
        Assert.Equal("first", pool.Name);
    }

    [Fact]
    public void Limits_LargestValues_AreTaken()
    {
        using MagazinePool<List<int>> pool = MagazinePool.Create<List<int>>(new PoolOptions
        {
            MaxRetained = int.MaxValue,
            MaxRetainedPerThread = int.MaxValue,
        });
        var items = new List<int>[5000];
        pool.GetMany(items);
        pool.ReturnMany(items);

        Assert.Equal(5000, pool.GetStatistics().Retained);
    }
}
