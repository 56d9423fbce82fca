namespace Pooling.Buffers;

public sealed class BufferWriterPoolOptionsTests
{
    public static TheoryData<string, Func<object>> Refused => new()
    {
        { "InitialCapacity", static () => new BufferWriterPoolOptions { InitialCapacity = -1 } },
        { "MaxCapacity", static () => new BufferWriterPoolOptions { MaxCapacity = 0 } },
        { "MaxCapacity", static () => new BufferWriterPoolOptions { MaxCapacity = int.MinValue } },
        { "MaxRetained", static () => new BufferWriterPoolOptions { MaxRetained = -1 } },
        { "MaxRetainedCapacity", static () => new BufferWriterPoolOptions { MaxRetainedCapacity = -1 } },
        { "MaxRetainedBytes", static () => new BufferWriterPoolOptions { MaxRetainedBytes = -1 } },
        { "TrimAfter", static () => new BufferWriterPoolOptions { TrimAfter = TimeSpan.FromTicks(-5) } },
        { "Name", static () => new BufferWriterPoolOptions { Name = "" } },
    };

    [Theory]
    [MemberData(nameof(Refused), DisableDiscoveryEnumeration = true)]
    public void Property_WithABadValue_IsNamed(string property, Func<object> create) =>
        Assert.Equal(property, Assert.ThrowsAny<ArgumentException>(create).ParamName);

    [Fact]
    public void Properties_ByDefault_AreLimits()
    {
        var options = new BufferWriterPoolOptions();

        Assert.Equal(256, options.InitialCapacity);
        Assert.Equal(256 << 20, options.MaxCapacity);
        Assert.Equal(1 << 20, options.MaxRetainedCapacity);
        Assert.True(options.MaxRetained >= 2048);
        Assert.Equal(64 << 20, options.MaxRetainedBytes);
        Assert.False(options.ClearOnReturn);
        Assert.Equal(TimeSpan.FromSeconds(10), options.TrimAfter);
    }

    [Fact]
    public void Properties_AtTheirBounds_AreAccepted()
    {
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions
        {
            InitialCapacity = 0,
            MaxCapacity = int.MaxValue,
            MaxRetained = 0,
            MaxRetainedCapacity = int.MaxValue,
            MaxRetainedBytes = long.MaxValue,
            TrimAfter = Timeout.InfiniteTimeSpan,
        });
        using Objects.PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        lease.Value.Write([1]);

        Assert.Equal([1], lease.Value.WrittenSpan.ToArray());
    }

    [Fact]
    public void Pool_WithoutAnyLimit_KeepsArrays()
    {
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions
        {
            MaxRetained = int.MaxValue,
            MaxRetainedCapacity = int.MaxValue,
            MaxRetainedBytes = null,
        });
        using (Objects.PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
            lease.Value.Write([1]);

        long ofOne = pool.GetStatistics().RetainedBytes;
        Assert.True(ofOne > 0);
        using (Objects.PooledLease<SegmentedBufferWriter> lease = pool.RentSegmented())
            lease.Value.Write([1]);

        Assert.True(pool.GetStatistics().RetainedBytes > ofOne);
    }
}
