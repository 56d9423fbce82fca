using System.Globalization;
using System.Text.RegularExpressions;

namespace Pooling.Samples.RowStream;

/// <summary>The program as a shell sees it.</summary>
public sealed class ProgramTests
{
    [Fact]
    public void Main_FewRows_ExitsWith0AndPrintsAllWays()
    {
        using var folder = new TemporaryFolder();
        using var process = new SampleProcess(typeof(RowSource), folder.Path, "5000");

        string output = process.Output.ReadToEnd();

        Assert.Equal("", process.Error.ReadToEnd());
        Assert.Equal(0, process.Wait());
        Assert.Contains("5,000 rows: all ways sent the same", output, StringComparison.Ordinal);
        Assert.All(
            ["array/plain", "array/pooled", "lines/own", "lines/serializer"],
            way => Assert.True(BytesOf(way, output) > 0));
        Assert.True(BytesOf("lines/pooled", output) < BytesOf("lines/plain", output) / 10);
        Assert.EndsWith("What to copy: PooledRows.cs", output.TrimEnd(), StringComparison.Ordinal);
        Assert.Empty(folder.Files);
    }

    private static int BytesOf(string way, string output) => int.Parse(
        Regex.Match(output, $@"^{way} +([\d,]+) +[\d.,]+\r?$", RegexOptions.Multiline).Groups[1].Value,
        NumberStyles.AllowThousands,
        CultureInfo.InvariantCulture);
}
