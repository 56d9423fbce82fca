namespace Pooling.Samples;

public sealed class ComparisonTableTests
{
    private readonly StringWriter _output = new();

    [Fact]
    public void Write_TwoRuns_HasTheirRatio()
    {
        ComparisonTable<double> table = Create(4, 1);
        table.Add("time", "0.0", static value => value);
        table.Add("pauses", "0.0", static value => value, hasRatio: false);
        table.Write();

        Assert.Equal(["||run 4|run 1|ratio|", "|:---|--:|--:|--:|", "|time|4.0|1.0|0.25x|", "|pauses|4.0|1.0||"], Lines());
    }

    [Fact]
    public void Write_NothingToCompareWith_HasNoRatio()
    {
        ComparisonTable<double> table = Create(0, 1);
        table.Add("time", "0", static value => value);
        table.Write();

        Assert.Equal("|time|0|1||", Lines()[^1]);
    }

    [Fact]
    public void Write_OneRun_HasNoColumnOfRatios()
    {
        ComparisonTable<double> table = Create(4);
        table.Add("time", "0", static value => value);
        table.Write();

        Assert.Equal("|time|4|", Lines()[^1]);
    }

    private ComparisonTable<double> Create(params double[] runs) =>
        new(SampleConsole.Create(_output), runs, static run => $"run {run}");

    private string[] Lines() =>
    [
        .. _output.ToString().Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            .Select(static line => System.Text.RegularExpressions.Regex.Replace(line.Replace(" ", "", StringComparison.Ordinal)
                .Replace("run", "run ", StringComparison.Ordinal), "-{2,}:", "--:"))
            .Select(static line => System.Text.RegularExpressions.Regex.Replace(line, ":-+", ":---")),
    ];
}
