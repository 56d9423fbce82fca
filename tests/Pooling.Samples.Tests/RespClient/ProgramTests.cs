using System.Globalization;
using System.Text.RegularExpressions;

namespace Pooling.Samples.RespClient;

/// <summary>The program as a shell sees it.</summary>
public sealed class ProgramTests
{
    [Fact]
    public void Main_ExitsWith0AndPrintsBothWays()
    {
        using var folder = new TemporaryFolder();
        using var process = new SampleProcess(typeof(RespType), folder.Path);

        string output = process.Output.ReadToEnd();

        Assert.Equal("", process.Error.ReadToEnd());
        Assert.Equal(0, process.Wait());
        Assert.Contains("Every reply was the value that was set.", output, StringComparison.Ordinal);
        int[] plain = BytesOf("plain", output);
        int[] pooled = BytesOf("pooled", output);
        Assert.Equal(6, plain.Length);
        Assert.Equal(6, pooled.Length);
        Assert.All(plain.Zip(pooled), static row => Assert.True(row.Second < row.First));
        Assert.Empty(folder.Files);
    }

    private static int[] BytesOf(string way, string output) =>
        [.. Regex.Matches(output, $@" {way} +([\d,]+) +[\d.,]+\r?$", RegexOptions.Multiline)
            .Select(static match => int.Parse(match.Groups[1].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture))];
}
