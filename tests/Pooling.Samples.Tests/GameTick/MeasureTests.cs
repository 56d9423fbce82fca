namespace Pooling.Samples.GameTick;

/// <summary>The turns of a measurement, and the figures for one operation.</summary>
[Collection(AloneCollection.Name)]
public sealed class MeasureTests
{
    [Fact]
    public void Run_TwoWays_TakesTurnsAndCountsForOneOperation()
    {
        const int Length = 100_000; // bytes; what other threads of the tests allocate is little beside it

        var order = new List<string>(capacity: 20);
        (double Bytes, double Microseconds)[] medians = Measure.Run(
            3, 2, operations => order.Add($"a{operations}"), operations => order.Add($"b{operations}{new byte[2 * Length].Length}"[..2]));

        Assert.InRange(order.Count, 2 * (3 + 2), 2 * (3 + 8)); // some warm up
        Assert.Equal(order.Select(static (_, i) => i % 2 == 0 ? "a2" : "b2"), order);
        Assert.InRange(medians[0].Bytes, 0, Length / 2);
        Assert.InRange(medians[1].Bytes, Length, 2 * Length);
        Assert.All(medians, static median => Assert.True(median.Microseconds > 0));
    }
}
