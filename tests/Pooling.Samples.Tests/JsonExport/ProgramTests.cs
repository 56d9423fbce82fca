using System.Globalization;
using System.Text.RegularExpressions;

namespace Pooling.Samples.JsonExport;

/// <summary>The program as a shell sees it.</summary>
public sealed partial class ProgramTests
{
    [Fact]
    public void Main_ChecksAndMeasures_PrintsATableAndExitsWith0()
    {
        using var folder = new TemporaryFolder();
        using var process = new SampleProcess(typeof(PooledExport<>), folder.Path);

        string output = process.Output.ReadToEnd();
        Assert.Equal("", process.Error.ReadToEnd());
        Assert.Equal(0, process.Wait());

        Assert.Contains("both ways sent the same", output, StringComparison.Ordinal);
        Assert.Contains("what to copy: PooledExport.cs", output, StringComparison.Ordinal);
        Dictionary<string, double> bytes = RowPattern().Matches(output).ToDictionary(
            static row => $"{row.Groups["format"].Value.TrimEnd()} {row.Groups["way"].Value}",
            static row => double.Parse(row.Groups["bytes"].Value, CultureInfo.InvariantCulture));
        Assert.Equal(8, bytes.Count);
        Assert.True(bytes["NDJSON pooled"] < bytes["NDJSON plain"]);
        Assert.True(bytes["NDJSON, gzip pooled"] < bytes["NDJSON, gzip plain"]);
    }

    [GeneratedRegex(@"^(?<format>N?D?JSON[a-z, ]*?) +(?<way>plain|pooled) +(?<bytes>[\d,]+) +[\d.]+\r?$", RegexOptions.Multiline)]
    private static partial Regex RowPattern();
}
