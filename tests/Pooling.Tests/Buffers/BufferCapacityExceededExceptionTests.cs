namespace Pooling.Buffers;

public sealed class BufferCapacityExceededExceptionTests
{
    [Fact]
    public void Constructor_ReportsBothNumbers()
    {
        var exception = new BufferCapacityExceededException(5_000_000_000, 256);

        Assert.Equal(5_000_000_000, exception.Requested);
        Assert.Equal(256, exception.MaxCapacity);
        Assert.Contains("needs 5000000000 bytes, which exceeds its MaxCapacity of 256 bytes", exception.Message, StringComparison.Ordinal);
        Assert.IsAssignableFrom<InvalidOperationException>(exception);
    }
}
