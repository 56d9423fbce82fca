using System.Globalization;
using System.Text.RegularExpressions;

namespace Pooling.Samples.MarketData;

/// <summary>The program as a shell sees it.</summary>
public sealed class ProgramTests
{
    [Fact]
    public void Main_ExitsWith0AndPrintsAllWays()
    {
        using var folder = new TemporaryFolder();
        using var process = new SampleProcess(typeof(Market), folder.Path);

        string output = process.Output.ReadToEnd();

        Assert.Equal("", process.Error.ReadToEnd());
        Assert.Equal(0, process.Wait());
        Assert.Contains("All ways decoded the same 1,000 messages", output, StringComparison.Ordinal);
        Assert.Equal(4, BytesOf("plain", output).Length);
        Assert.All(BytesOf("plain", output), static bytes => Assert.InRange(bytes, 100, 10_000));
        Assert.Equal(4, BytesOf("kept", output).Length);
        Assert.Equal(4, BytesOf("pooled", output).Length);
        Assert.All(BytesOf("pooled", output), static bytes => Assert.InRange(bytes, 0, 10));
        Assert.Empty(folder.Files);
    }

    private static double[] BytesOf(string way, string output) =>
        [.. Regex.Matches(output, $@" {way} +([\d.,]+) +[\d.,]+\r?$", RegexOptions.Multiline)
            .Select(static match => double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture))];
}
