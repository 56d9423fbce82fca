namespace Pooling.Buffers;

public sealed class PooledArrayBufferWriterOptionsTests
{
    [Fact]
    public void Properties_ByDefault_AreLimits()
    {
        var options = new PooledArrayBufferWriterOptions();

        Assert.Equal(256, options.InitialCapacity);
        Assert.Equal(PooledArrayBufferWriter.DefaultMaxCapacity, options.MaxCapacity);
        Assert.False(options.ClearOnReturn);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void InitialCapacity_Negative_IsNamed(int capacity) => Assert.Throws<ArgumentOutOfRangeException>(
        nameof(PooledArrayBufferWriterOptions.InitialCapacity),
        () => new PooledArrayBufferWriterOptions { InitialCapacity = capacity });

    [Theory]
    [InlineData(0)]
    [InlineData(int.MinValue)]
    public void MaxCapacity_BelowOne_IsNamed(int capacity) => Assert.Throws<ArgumentOutOfRangeException>(
        nameof(PooledArrayBufferWriterOptions.MaxCapacity),
        () => new PooledArrayBufferWriterOptions { MaxCapacity = capacity });
}
