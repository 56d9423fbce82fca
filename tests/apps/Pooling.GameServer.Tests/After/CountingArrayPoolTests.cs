namespace Pooling.GameServer.After;

public sealed class CountingArrayPoolTests
{
    private readonly CountingArrayPool _pool = new();

    [Theory]
    [InlineData(0, 16)]
    [InlineData(1, 16)]
    [InlineData(16, 16)]
    [InlineData(17, 32)]
    [InlineData(4096, 4096)]
    [InlineData(131_072, 131_072)]
    [InlineData(131_073, 131_073)]
    public void Rent_AnyLength_GivesEnough(int length, int expected) => Assert.Equal(expected, _pool.Rent(length).Length);

    [Fact]
    public void Rent_AfterReturn_GivesTheSame()
    {
        byte[] array = _pool.Rent(100);
        _pool.Return(array);

        Assert.Same(array, _pool.Rent(100));
        Assert.Equal((2, 1), (_pool.Rented, _pool.Outstanding));
    }

    [Fact]
    public void Trim_AfterAPeak_GivesItBack()
    {
        RentAndReturn(1000);
        Assert.Equal(1000 * 65_536, _pool.RetainedBytes);

        for (long now = 10_000; now <= 30_000; now += 1000)
        {
            _pool.Trim(now);
            RentAndReturn(3); // arrays that are still needed
        }

        Assert.Equal(8 * 65_536, _pool.RetainedBytes); // the minimum of a size
    }

    [Fact]
    public void Trim_WhatIsNeededInEachWhile_Stays()
    {
        RentAndReturn(100);
        for (long now = 10_000; now <= 100_000; now += 10_000)
        {
            RentAndReturn(100);
            _pool.Trim(now);
        }

        Assert.Equal(100 * 65_536, _pool.RetainedBytes);
    }

    [Fact]
    public void Return_MoreThanAreKept_DropsThem()
    {
        RentAndReturn(1500);

        Assert.Equal(1024 * 65_536, _pool.RetainedBytes);
    }

    private void RentAndReturn(int count)
    {
        byte[][] arrays = [.. Enumerable.Range(0, count).Select(_ => _pool.Rent(65_536))];
        foreach (byte[] array in arrays)
            _pool.Return(array);
    }
}
