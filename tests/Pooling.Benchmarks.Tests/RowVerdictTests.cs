namespace Pooling.Benchmarks;

/// <summary>Tests what a row says about its limits.</summary>
public sealed class RowVerdictTests
{
    [Theory]
    [InlineData(0.4, 0.4, 0.5, "takes 0.40 × the time of `Plain` (met)")]
    [InlineData(0.9, 1, 1.1, "takes 1.00 × the time of `Plain` (**missed**)")]
    [InlineData(0.1, 0.2, 0.4, "takes 0.20 × the time of `Plain` (met)")]
    [InlineData(0.2, 0.4, 5, "takes 0.20 to 5.00 × the time of `Plain` (machine too busy to tell)")]
    public void Describe_WideQuartilesAroundTheLimit_SaysThatTheMachineWasBusy(
        double low, double median, double high, string expected)
    {
        var row = new BenchmarkRow("id", "POOL", "Room", "Title", Limits: [new RowLimit(Time: 0.5)]);
        RatioResult[] group =
        [
            Result("A.Plain", nameof(Role.Before), [1, 1, 1, 1, 1]),
            Result("A.Pooled", nameof(Role.Ours), [low, low, median, high, high]),
        ];

        Assert.Contains(expected, RowVerdict.Describe(row, group), StringComparison.Ordinal);
    }

    private static RatioResult Result(string method, string role, double[] ratios) => new(
        "A", method, [new RatioRow("id", role, null)], [.. ratios.Select(static ratio => 100 * ratio)], ratios,
        [0, 0, 0, 0, 0]);
}
