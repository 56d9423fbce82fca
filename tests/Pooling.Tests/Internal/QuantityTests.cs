namespace Pooling.Internal;

public sealed class QuantityTests
{
    [Theory]
    [InlineData(-1, "-1 bytes")]
    [InlineData(0, "0 bytes")]
    [InlineData(1, "1 byte")]
    [InlineData(2, "2 bytes")]
    public void Of_AnyCount_AgreesWithIt(long count, string text) => Assert.Equal(text, Quantity.Of(count, "byte"));
}
