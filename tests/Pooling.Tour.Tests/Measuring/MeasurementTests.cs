namespace Pooling.Tour.Measuring;

public class MeasurementTests
{
    private static readonly Pace s_pace = new(
        WarmUp: TimeSpan.FromMilliseconds(10),
        MaxWarmUp: TimeSpan.FromMilliseconds(10),
        Quiet: TimeSpan.Zero,
        Budget: TimeSpan.FromMilliseconds(10),
        Round: TimeSpan.FromMilliseconds(2));
    private static byte[]? s_kept;

    [Fact]
    public void Measure_AllocatingContender_CountsItsBytes()
    {
        ComparisonResult result = Measure([Idle("idle"), Allocating("allocating")]);

        Assert.Equal([0, 1024], result.Rows.Select(row => row.BytesPerOperation));
    }

    [Fact]
    public void Measure_TwoThreads_CountsBytesOfBothPerOperation()
    {
        ComparisonResult result = Measure([Idle("idle"), Allocating("allocating")], threads: 2);

        Assert.Equal([0, 1024], result.Rows.Select(row => row.BytesPerOperation));
    }

    [Fact]
    public void Measure_TwoThreads_RunsBothAtOnce()
    {
        using var both = new Barrier(2);
        var meeting = new Contender("meeting", Side.Without, count => both.SignalAndWait(TimeSpan.FromSeconds(10)) ? count : -1);

        ComparisonResult result = Measure([meeting], threads: 2);

        Assert.True(result.Passed);
    }

    [Fact]
    public void Measure_SlowerContender_HasTheHigherRatio()
    {
        var slow = new Contender("slow", Side.Pooled, static count =>
        {
            Thread.SpinWait(count * 2000);
            return count;
        });
        var quick = new Contender("quick", Side.Without, static count =>
        {
            Thread.SpinWait(count * 20);
            return count;
        });

        ComparisonResult result = Measure([quick, slow]);

        Assert.Equal(Verdict.Slower, result.Verdict);
        Assert.True(result.Rows[1].Ratio.Median > 5, $"{result.Rows[1].Ratio}");
        Assert.Equal(1, result.Baseline.Ratio.Median);
    }

    [Fact]
    public void Measure_EqualOutputs_Passes()
    {
        ComparisonResult result = Measure([Idle("a") with { Output = static () => [1, 2] },
            Idle("b") with { Output = static () => [1, 2] }]);

        Assert.True(result.Passed);
        Assert.Contains(result.Checks, check => check.Name == "all 2 wrote the same 2 bytes");
    }

    [Fact]
    public void Measure_OutputDiffers_NamesTheDifference()
    {
        ComparisonResult result = Measure([Idle("a") with { Output = static () => [1, 2] },
            Idle("b") with { Output = static () => [1, 3] }]);

        Assert.Equal(
            "c: b (2 bytes) differs from a (2 bytes) at byte 1: \"\\x01\\x03\" instead of \"\\x01\\x02\"",
            Assert.Single(result.Checks, check => !check.Passed).Name);
    }

    [Fact]
    public void Measure_SumDiffers_NamesTheContender()
    {
        ComparisonResult result = Measure([Idle("a"), new Contender("b", Side.Pooled, static count => count + 1)]);

        Assert.Contains("the results of b add up to", Assert.Single(result.Checks, check => !check.Passed).Name, StringComparison.Ordinal);
    }

    [Fact]
    public void Measure_Multiple_IsKept()
    {
        bool kept = true;
        var contender = new Contender("a", Side.Without, count =>
        {
            kept &= count > 0 && count % 7 == 0;
            return count;
        });

        Measure([contender], multiple: 7);

        Assert.True(kept);
    }

    [Fact]
    public void Measure_TimeIsShort_StillTimesTheLeastRounds()
    {
        var slow = new Contender("slow", Side.Without, static count =>
        {
            Thread.Sleep(5);
            return count;
        });

        Assert.True(Measure([slow]).Rounds >= Pace.MinRounds);
    }

    [Fact]
    public void Measure_Progress_RisesToOne()
    {
        var told = new List<double>();

        new Measurement(s_pace).Measure(new Comparison("c", "", [Idle("a")]), told.Add, CancellationToken.None);

        Assert.Equal(told.Order(), told);
        Assert.Equal(1, told[^1]);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Measure_ContenderThrows_PassesItOn(int threads)
    {
        var broken = new Contender("broken", Side.Without, static _ => throw new InvalidDataException("broken"));

        Assert.Throws<InvalidDataException>(() => Measure([broken], threads: threads));
    }

    [Fact]
    public void Measure_Cancelled_Ends()
    {
        using var cancellation = new CancellationTokenSource();
        var cancelling = new Contender("a", Side.Without, count =>
        {
            cancellation.Cancel();
            return count;
        });

        Assert.Throws<OperationCanceledException>(
            () => new Measurement(Pace.Full).Measure(new Comparison("c", "", [cancelling]), static _ => { }, cancellation.Token));
    }

    private static ComparisonResult Measure(Contender[] contenders, int threads = 1, int multiple = 1) => new Measurement(s_pace).Measure(
        new Comparison("c", "", contenders) { Threads = threads, Multiple = multiple }, static _ => { }, CancellationToken.None);

    private static Contender Idle(string name) => new(name, Side.Without, static count => count);

    private static Contender Allocating(string name) => new(name, Side.Pooled, static count =>
    {
        for (int i = 0; i < count; i++)
            s_kept = new byte[1000]; // and 24 for header and length

        return count;
    });
}
