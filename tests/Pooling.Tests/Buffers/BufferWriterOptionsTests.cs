namespace Pooling.Buffers;

public sealed class BufferWriterOptionsTests
{
    [Fact]
    public void Properties_ByDefault_AreLimits()
    {
        var options = new BufferWriterOptions();

        Assert.Equal(256, options.InitialCapacity);
        Assert.Equal(PooledArrayBufferWriter.DefaultMaxCapacity, options.MaxCapacity);
        Assert.False(options.ClearOnReturn);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void InitialCapacity_Negative_IsNamed(int capacity) => Assert.Throws<ArgumentOutOfRangeException>(
        nameof(BufferWriterOptions.InitialCapacity),
        () => new BufferWriterOptions { InitialCapacity = capacity });

    [Theory]
    [InlineData(0)]
    [InlineData(long.MinValue)]
    public void MaxCapacity_BelowOne_IsNamed(long capacity) => Assert.Throws<ArgumentOutOfRangeException>(
        nameof(BufferWriterOptions.MaxCapacity),
        () => new BufferWriterOptions { MaxCapacity = capacity });

    [Fact]
    public void Writers_WithoutOptions_NameThem()
    {
        Assert.Throws<ArgumentNullException>("options", static () => new SegmentedBufferWriter(null!));
        Assert.Throws<ArgumentNullException>("options", static () => new PooledArrayBufferWriter<byte>((BufferWriterOptions)null!));
    }

    [Fact]
    public void Writers_OfOptionsThatChangeLater_HaveCopiedThem()
    {
        var options = new BufferWriterOptions { MaxCapacity = 10 };
        using var chunks = new SegmentedBufferWriter(options);
        using var array = new PooledArrayBufferWriter<byte>(options);

        options.MaxCapacity = 20;

        Assert.Equal((10L, 10), (chunks.MaxCapacity, array.MaxCapacity));
    }

    [Fact]
    public void MaxCapacity_AboveTheLengthOfAnArray_LimitsChunksOnly()
    {
        var options = new BufferWriterOptions { MaxCapacity = long.MaxValue };
        using var chunks = new SegmentedBufferWriter(options);
        using var array = new PooledArrayBufferWriter<byte>(options);

        Assert.Equal((long.MaxValue, Array.MaxLength), (chunks.MaxCapacity, array.MaxCapacity));
    }
}
