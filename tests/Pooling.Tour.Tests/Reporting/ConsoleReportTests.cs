namespace Pooling.Tour.Reporting;

public class ConsoleReportTests
{
    [Fact]
    public void WriteSummary_ClearComparison_HasVerdictAndRatio() => Assert.Contains(
        "a comparison: faster, 0.50x (pooled way against other way)",
        Summary(Results.Tour(Results.Comparison("a comparison"))),
        StringComparison.Ordinal);

    [Fact]
    public void WriteSummary_NoisyComparison_HasNoRatio() => Assert.Contains(
        "a comparison: machine too busy to tell (pooled way against other way)",
        Summary(Results.Tour(Results.NoisyComparison("a comparison"))),
        StringComparison.Ordinal);

    private static string Summary(TourResult result)
    {
        using var output = new StringWriter();
        new ConsoleReport(output, color: false).WriteSummary(result, new ReportFiles("folder", null));
        return output.ToString();
    }
}
