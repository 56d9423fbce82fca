namespace Pooling.Benchmarks;

public class RatioRunnerTests
{
    private static readonly Dictionary<string, List<RatioResult>> s_results = [];

    [Fact]
    public void Measure_AllocatingContender_CountsItsBytes()
    {
        List<RatioResult> results = Measure("WorkBenchmarks, equal");

        Assert.Equal([1_024.0, 0.0, 0.0], results.Select(result => Math.Round(result.Bytes)));
    }

    [Fact]
    public void Measure_TwoThreads_CountsBytesOfBothAndDividesByAllOperations()
    {
        List<RatioResult> results = Measure("ThreadsBenchmarks");

        Assert.InRange(results[0].Bytes, 100_024, 101_000);
    }

    [Fact]
    public void Measure_TwoThreads_RunsBothAtOnce() => Assert.Equal(2, Measure("ThreadsBenchmarks").Count);

    [Fact]
    public void Measure_SlowerContender_HasTheHigherRatio()
    {
        List<RatioResult> results = Measure("WorkBenchmarks, equal");
        for (int i = 0; i < 3 && !IsSlower(); i++) // the system may suspend a thread at a bad moment
        {
            s_results.Clear();
            results = Measure("WorkBenchmarks, equal");
        }

        Assert.True(IsSlower(), string.Join(", ", results[2].Times));
        Assert.All(results[0].Ratios, ratio => Assert.Equal(1, ratio));

        bool IsSlower() => results[2].Times.Min() > 5 * results[1].Times.Max();
    }

    [Fact]
    public void Measure_Rounds_HaveOneFigureEach()
    {
        List<RatioResult> results = Measure("WorkBenchmarks, equal");

        Assert.All(results, result => Assert.Equal((3, 3, 3), (result.Times.Length, result.Ratios.Length, result.BytesAllocated.Length)));
        Assert.All(results, result => Assert.True(result.Operations >= 3));
    }

    [Fact]
    public void Measure_OutputDiffers_MeasuresNothing() => Assert.Empty(Measure("WorkBenchmarks, different"));

    [Theory]
    [InlineData("WorkBenchmarks, different", "invocation 1 returned 2 bytes, expected 2; the first difference is at byte 1")]
    [InlineData("WorkBenchmarks, failing", "System.IO.InvalidDataException: broken")]
    public void Verify_WrongContender_SaysWhatIsWrong(string group, string failure) =>
        Assert.StartsWith(failure, SmokeRunner.Verify(Find(group), static _ => { }).Last().Failure, StringComparison.Ordinal);

    [Fact]
    public void Verify_EqualOutputs_Passes() =>
        Assert.All(SmokeRunner.Verify(Find("WorkBenchmarks, equal"), static _ => { }), contender => Assert.Null(contender.Failure));

    private static BenchmarkGroup Find(string title) =>
        BenchmarkGroup.Find(typeof(RatioRunnerTests).Assembly, []).Single(group => group.Title == title);

    // Once for all tests.
    private static List<RatioResult> Measure(string title)
    {
        Assert.True(RatioOptions.TryParse(["--rough", "--rounds", "3", "--batch", "2"], out RatioOptions options, out _));
        return s_results.TryGetValue(title, out List<RatioResult>? results)
            ? results
            : s_results[title] = RatioRunner.Measure(Find(title), options);
    }
}
