namespace Pooling.Samples;

public sealed class FaultTests
{
    [Theory]
    [InlineData(0, null)]
    [InlineData(1, "1 lost")]
    [InlineData(12_345, "12,345 lost")]
    public void Of_ACount_IsALineUnlessItIsZero(long count, string? line) =>
        Assert.Equal(line is null ? [] : [line], Fault.Of(count, "lost"));

    [Theory]
    [InlineData(1000, 1700, true)]
    [InlineData(1000, 1701, false)]
    [InlineData(1000, 10, true)]
    [InlineData(0, 500, true)]
    public void OfGrowth_BeyondWhatIsPermitted_IsALine(long from, long to, bool isPermitted) =>
        Assert.Equal(
            isPermitted ? [] : ["the client's memory grew from 1,000 to 1,701 bytes"],
            Fault.OfGrowth("the client's memory", from, to, most: 1.2, spare: 500));
}
