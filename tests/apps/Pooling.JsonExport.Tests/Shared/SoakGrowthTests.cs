namespace Pooling.Samples;

public sealed class SoakGrowthTests
{
    private const long Large = 1_000_000_000;

    [Theory]
    [InlineData(4, 0.8)]
    [InlineData(600, 60)]
    public void IntervalOf_Duration_IsAFifthUpToAMinute(double seconds, double expected) =>
        Assert.Equal(TimeSpan.FromSeconds(expected), SoakGrowth.IntervalOf(TimeSpan.FromSeconds(seconds)));

    [Fact]
    public void Check_GrowthDuringTheFirstFifthOnly_HasNoFaults() =>
        Assert.Empty(SoakGrowth.Check("server", Sizes(0, Large, Large, Large, Large)));

    [Fact]
    public void Check_GrowthAfterTheFirstFifth_HasAFaultForObjectsAndMemory() => Assert.Equal(
        [
            "the objects of the server grew from 1,000,000,000 to 2,000,000,000 bytes",
            "the memory of the server grew from 1,000,000,000 to 2,000,000,000 bytes",
        ],
        SoakGrowth.Check("server", Sizes(0, Large, Large, Large, 2 * Large)));

    private static IEnumerable<ProcessSize> Sizes(params IEnumerable<long> bytes) =>
        bytes.Select(static size => new ProcessSize { Heap = size, WorkingSet = size });
}
