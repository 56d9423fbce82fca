namespace Pooling.Buffers;

public sealed class SegmentedBufferWriterOptionsTests
{
    [Fact]
    public void Properties_ByDefault_AreLimits()
    {
        var options = new SegmentedBufferWriterOptions();

        Assert.Equal(SegmentedBufferWriter.DefaultMaxCapacity, options.MaxCapacity);
        Assert.False(options.ClearOnReturn);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(long.MinValue)]
    public void MaxCapacity_BelowOne_IsNamed(long capacity) => Assert.Throws<ArgumentOutOfRangeException>(
        nameof(SegmentedBufferWriterOptions.MaxCapacity),
        () => new SegmentedBufferWriterOptions { MaxCapacity = capacity });

    [Fact]
    public void Writer_WithoutOptions_NamesThem() =>
        Assert.Throws<ArgumentNullException>("options", static () => new SegmentedBufferWriter(null!));

    [Fact]
    public void Writer_OfOptionsThatChangeLater_HasCopiedThem()
    {
        var options = new SegmentedBufferWriterOptions { MaxCapacity = 10 };
        using var writer = new SegmentedBufferWriter(options);

        options.MaxCapacity = 20;

        Assert.Equal(10, writer.MaxCapacity);
    }
}
