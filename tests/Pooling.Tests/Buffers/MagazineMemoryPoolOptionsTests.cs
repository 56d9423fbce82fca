using System.Buffers;

namespace Pooling.Buffers;

public sealed class MagazineMemoryPoolOptionsTests
{
    public static TheoryData<string, Func<object>> Refused => new()
    {
        { "BlockSize", static () => new MagazineMemoryPoolOptions { BlockSize = 0 } },
        { "BlockSize", static () => new MagazineMemoryPoolOptions { BlockSize = -1 } },
        { "BlockSize", static () => new MagazineMemoryPoolOptions { BlockSize = int.MaxValue } },
        { "MaxRetained", static () => new MagazineMemoryPoolOptions { MaxRetained = -1 } },
        { "MaxRetainedCapacity", static () => new MagazineMemoryPoolOptions { MaxRetainedCapacity = -1 } },
        { "MaxRetainedBytes", static () => new MagazineMemoryPoolOptions { MaxRetainedBytes = -1 } },
        { "TrimAfter", static () => new MagazineMemoryPoolOptions { TrimAfter = TimeSpan.FromTicks(-5) } },
        { "Name", static () => new MagazineMemoryPoolOptions { Name = "" } },
    };

    [Theory]
    [MemberData(nameof(Refused), DisableDiscoveryEnumeration = true)]
    public void Property_WithABadValue_IsNamed(string property, Func<object> create) =>
        Assert.Equal(property, Assert.ThrowsAny<ArgumentException>(create).ParamName);

    [Fact]
    public void Properties_ByDefault_AreLimits()
    {
        var options = new MagazineMemoryPoolOptions();

        Assert.Null(options.Name);
        Assert.Equal(4096, options.BlockSize);
        Assert.True(options.MaxRetained >= 2048);
        Assert.Equal(1 << 20, options.MaxRetainedCapacity);
        Assert.Equal(64 << 20, options.MaxRetainedBytes);
        Assert.False(options.ClearOnReturn);
        Assert.Equal(TimeSpan.FromSeconds(10), options.TrimAfter);
    }

    [Theory]
    [InlineData(1, 0, 0, 0L)]
    [InlineData(1, int.MaxValue, int.MaxValue, long.MaxValue)]
    [InlineData(70_000, int.MaxValue, 255, null)]
    public void Properties_AtTheirBounds_AreAccepted(int blockSize, int maxRetained, int maxRetainedCapacity, long? maxRetainedBytes)
    {
        using var pool = new MagazineMemoryPool(new MagazineMemoryPoolOptions
        {
            BlockSize = blockSize,
            MaxRetained = maxRetained,
            MaxRetainedCapacity = maxRetainedCapacity,
            MaxRetainedBytes = maxRetainedBytes,
            TrimAfter = Timeout.InfiniteTimeSpan,
        });
        using IMemoryOwner<byte> owner = pool.Rent();

        Assert.Equal(blockSize, owner.Memory.Length);
    }

    [Fact]
    public void Options_ChangedAfterwards_ChangeNoPool()
    {
        var options = new MagazineMemoryPoolOptions { Name = "first", BlockSize = 100 };
        using var pool = new MagazineMemoryPool(options);
        (options.Name, options.BlockSize) = ("second", 200);
        using IMemoryOwner<byte> owner = pool.Rent();

        Assert.Equal(("first", 100), (pool.Name, owner.Memory.Length));
    }
}
