namespace Pooling.Buffers;

public sealed class PooledBufferPoolOptionsTests
{
    public static TheoryData<string, Func<object>> Refused => new()
    {
        { "InitialCapacity", static () => new PooledBufferPoolOptions { InitialCapacity = -1 } },
        { "MaxCapacity", static () => new PooledBufferPoolOptions { MaxCapacity = 0 } },
        { "MaxCapacity", static () => new PooledBufferPoolOptions { MaxCapacity = int.MinValue } },
        { "MaximumRetained", static () => new PooledBufferPoolOptions { MaximumRetained = -1 } },
        { "MaximumRetainedCapacity", static () => new PooledBufferPoolOptions { MaximumRetainedCapacity = -1 } },
        { "MaximumRetainedBytes", static () => new PooledBufferPoolOptions { MaximumRetainedBytes = -1 } },
        { "TrimAfter", static () => new PooledBufferPoolOptions { TrimAfter = TimeSpan.FromTicks(-5) } },
        { "ArrayPool", static () => new PooledBufferPoolOptions { ArrayPool = null! } },
        { "TimeProvider", static () => new PooledBufferPoolOptions { TimeProvider = null! } },
        { "Name", static () => new PooledBufferPoolOptions { Name = "" } },
    };

    [Theory]
    [MemberData(nameof(Refused), DisableDiscoveryEnumeration = true)]
    public void Property_WithABadValue_IsNamed(string property, Func<object> create) =>
        Assert.Equal(property, Assert.ThrowsAny<ArgumentException>(create).ParamName);

    [Fact]
    public void Properties_ByDefault_AreLimits()
    {
        var options = new PooledBufferPoolOptions();

        Assert.Equal(256, options.InitialCapacity);
        Assert.Equal(256 << 20, options.MaxCapacity);
        Assert.Equal(1 << 20, options.MaximumRetainedCapacity);
        Assert.True(options.MaximumRetained >= 2048);
        Assert.Equal(64 << 20, options.MaximumRetainedBytes);
        Assert.False(options.ClearOnReturn);
        Assert.Equal(TimeSpan.FromSeconds(10), options.TrimAfter);
    }

    [Fact]
    public void Properties_AtTheirBounds_AreAccepted()
    {
        using var pool = new PooledBufferPool(new PooledBufferPoolOptions
        {
            InitialCapacity = 0,
            MaxCapacity = int.MaxValue,
            MaximumRetained = 0,
            MaximumRetainedCapacity = int.MaxValue,
            MaximumRetainedBytes = long.MaxValue,
            TrimAfter = Timeout.InfiniteTimeSpan,
        });
        using Objects.PooledLease<PooledArrayBufferWriter> lease = pool.Rent();
        lease.Value.Write([1]);

        Assert.Equal([1], lease.Value.WrittenSpan.ToArray());
    }
}
